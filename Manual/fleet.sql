-- Asks a folder of recordings: how long launches take, what leaks, what is warned of. For DuckDB:
--
--   duckdb -f fleet.sql                                             the folder that one is in, and those inside of it
--   duckdb -cmd "SET VARIABLE recordings = '/srv/recordings'" -f fleet.sql
--
-- A launch lasts from the start of the process, if that is known, and otherwise from the creation of the first module, to the
-- end of the events that launch. One that was fired by hand is the sum of its parts. Unlike the program, this counts what it
-- took while the process was stopped. One launch of one process is
-- one sample: the first, however often the process launched and in however many files it is. Percentiles are values that
-- were measured (the nearest rank). Of a recording that is damaged the lines count that can be read.

-- Every line, and which file it is from.
CREATE OR REPLACE TEMP TABLE lines AS
SELECT filename AS file, json AS line, (json ->> 'type') AS type
FROM read_ndjson_objects(
  coalesce(getvariable('recordings'), '.') || '/**/*.rollcall',
  filename = true, ignore_errors = true, maximum_object_size = 16777216)
WHERE (json ->> 'type') IN ('module', 'owned', 'released', 'overdue', 'owner', 'alive', 'warning')
  OR (json ->> 'event') IN ('willFinishLaunching', 'didFinishLaunching')
  OR (json ->> 'rollcall') IS NOT NULL;

-- The first line of each file: which process it is about. An older recording has no session, and is a process by itself.
CREATE OR REPLACE TEMP TABLE recordings AS
SELECT file, line, coalesce(line ->> 'session', file) AS process, coalesce(line ->> 'app_version', 'unknown') AS version
FROM lines
WHERE type IS NULL AND (line ->> 'rollcall') IS NOT NULL;

-- All entries. One that is in several recordings of a process counts once: `seq` is its number in the journal.
CREATE OR REPLACE TEMP TABLE entries AS
SELECT process, version, type, lines.line, try_cast(lines.line ->> 'at_ns' AS UBIGINT) AS at_ns
FROM lines JOIN recordings USING (file)
WHERE type IS NOT NULL
QUALIFY (lines.line ->> 'seq') IS NULL OR row_number() OVER (PARTITION BY process, (lines.line ->> 'seq')) = 1;

-- LAUNCHES

-- What launches an application. Of what was sent again to one module, or to an application that ran, nothing counts.
CREATE OR REPLACE TEMP VIEW launch_events AS
SELECT process, version, at_ns, (line ->> 'event') AS event, try_cast(line ->> 'total_ns' AS UBIGINT) AS total_ns, line
FROM entries
WHERE type = 'dispatch' AND coalesce(line ->> 'replay', 'false') = 'false' AND (line ->> 'out_of_state') = 'false';

-- The first launch of each process, with the event before it if there was one.
CREATE OR REPLACE TEMP TABLE launches AS
WITH last_events AS (
  SELECT process, any_value(version) AS version, min(at_ns) AS at_ns
  FROM launch_events WHERE event = 'didFinishLaunching' GROUP BY process
), first_events AS (
  SELECT process, max(launch_events.at_ns) AS at_ns
  FROM launch_events JOIN last_events USING (process)
  WHERE event = 'willFinishLaunching' AND launch_events.at_ns <= last_events.at_ns GROUP BY process
)
SELECT process, version, coalesce(first_events.at_ns, last_events.at_ns) AS began_ns, last_events.at_ns AS last_ns
FROM last_events LEFT JOIN first_events USING (process);

CREATE OR REPLACE TEMP TABLE launch_steps AS
SELECT DISTINCT ON (process, event) process, total_ns, line
FROM launch_events JOIN launches USING (process)
WHERE launch_events.at_ns = last_ns AND event = 'didFinishLaunching'
  OR launch_events.at_ns = began_ns AND event = 'willFinishLaunching';

-- When each module was created, from entries, and from the headers of recordings that began later.
CREATE OR REPLACE TEMP VIEW creations AS
SELECT process, try_cast(line ->> 'id' AS UBIGINT) AS id, (line ->> 'name') AS name,
  try_cast(line ->> 'parent' AS UBIGINT) AS parent, at_ns, try_cast(line ->> 'took_ns' AS UBIGINT) AS took_ns
FROM entries
WHERE type = 'module' AND (line ->> 'change') IN ('registered', 'broughtBack', 'switchedOn')
UNION
SELECT process, try_cast(module ->> 'id' AS UBIGINT), (module ->> 'name'), try_cast(module ->> 'parent' AS UBIGINT),
  try_cast(module ->> 'created_ns' AS UBIGINT), try_cast(module ->> 'creation_ns' AS UBIGINT)
FROM (SELECT process, unnest(CAST(line -> 'modules' AS JSON[])) AS module FROM recordings)
WHERE (module ->> 'present') = 'true';

-- The creations that belong to the launch: the last one of each module that was there when it began. One that is inside of
-- another one's time, in a nested composite, takes none by itself.
CREATE OR REPLACE TEMP TABLE launch_creations AS
SELECT *, coalesce(max(at_ns + took_ns) OVER (
    PARTITION BY process ORDER BY at_ns, took_ns DESC, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
  ), 0) >= at_ns + took_ns AS is_inside
FROM (
  SELECT creations.* FROM creations JOIN launches USING (process)
  WHERE took_ns IS NOT NULL AND at_ns + took_ns <= began_ns
    AND NOT EXISTS (
      FROM entries
      WHERE entries.process = creations.process AND type = 'module' AND (line ->> 'change') = 'removed'
        AND try_cast(line ->> 'id' AS UBIGINT) = creations.id AND entries.at_ns BETWEEN creations.at_ns AND began_ns)
  QUALIFY row_number() OVER (PARTITION BY process, creations.id ORDER BY at_ns DESC) = 1
);

-- The samples: the whole launch, and of each module what it took by itself, creation and handlers with their parts.
CREATE OR REPLACE TEMP TABLE samples AS
WITH handlers AS (
  SELECT process, unnest(CAST(line -> 'handlers' AS JSON[])) AS handler FROM launch_steps
), parts AS (
  SELECT process, try_cast(handler ->> 'module_id' AS UBIGINT) AS id, (handler ->> 'module') AS name,
    try_cast(handler ->> 'self_ns' AS HUGEINT) AS ns
  FROM handlers WHERE (handler ->> 'outcome') <> 'skipped'
  UNION ALL
  SELECT process, outer_one.id, outer_one.name, outer_one.took_ns::HUGEINT - coalesce((
      SELECT sum(took_ns) FROM launch_creations AS inner_one
      WHERE inner_one.process = outer_one.process AND inner_one.parent = outer_one.id AND is_inside), 0)
  FROM launch_creations AS outer_one
), pieces AS (
  SELECT process, try_cast(line ->> 'at_ns' AS HUGEINT) AS at_ns, total_ns AS ns,
    coalesce(line ->> 'fired', 'false') = 'true' AS is_fired
  FROM launch_steps
  UNION ALL
  SELECT process, at_ns, took_ns, false FROM launch_creations WHERE NOT is_inside
), befores AS (
  SELECT process, max(try_cast(line ->> 'process_ns' AS HUGEINT)) AS ns FROM recordings
  WHERE coalesce(line ->> 'missed', '0') = '0' GROUP BY process
)
SELECT process, NULL AS module, CASE
    WHEN bool_or(is_fired) THEN sum(pieces.ns)
    WHEN any_value(befores.ns) IS NULL THEN max(at_ns + pieces.ns) - min(at_ns)
    ELSE max(at_ns + pieces.ns) + any_value(befores.ns) END AS ns
FROM pieces LEFT JOIN befores USING (process) GROUP BY process
UNION ALL
SELECT process, '(before)', ns FROM befores WHERE ns IS NOT NULL
UNION ALL
SELECT process, any_value(name), sum(ns) FROM parts GROUP BY process, id;

-- `module` is empty in the row of the whole launch.
CREATE OR REPLACE TEMP VIEW launch_percentiles AS
SELECT version, module, count(*) AS launches,
  round(quantile_disc(ns, 0.5) / 1e6, 3) AS p50_ms,
  round(quantile_disc(ns, 0.9) / 1e6, 3) AS p90_ms,
  round(quantile_disc(ns, 0.99) / 1e6, 3) AS p99_ms
FROM samples JOIN launches USING (process)
GROUP BY version, module
ORDER BY version, module IS NOT NULL, p50_ms DESC, module;

-- LEAKS

-- Who should have gone and had not, in how many processes: how often it went after all, and how many objects it still owned
-- when the recording ended. What was alive at the application's end is no leak yet: its release had not been expected.
CREATE OR REPLACE TEMP VIEW leaks_by_owner AS
WITH gone AS (
  SELECT DISTINCT process, (line ->> 'owner_id') AS owner_id FROM entries
  WHERE type IN ('module', 'owner') AND (line ->> 'change') = 'freed'
), overdue AS (
  SELECT process, any_value(version) AS version, (line ->> 'owner_id') AS owner_id, any_value(line ->> 'name') AS owner
  FROM entries WHERE type = 'overdue' GROUP BY process, (line ->> 'owner_id')
), held AS (
  SELECT process, (line ->> 'owner_id') AS owner_id, count(DISTINCT (line ->> 'id')) AS objects FROM entries AS owned
  WHERE type = 'owned' AND NOT EXISTS (
    FROM entries AS released
    WHERE released.type = 'released' AND released.process = owned.process
      AND (released.line ->> 'id') = (owned.line ->> 'id'))
  GROUP BY process, (line ->> 'owner_id')
), findings AS (
  SELECT process, version, owner, 1 AS overdue, (gone.owner_id IS NOT NULL)::INTEGER AS freed_late,
    coalesce(objects, 0) AS objects_held, 0 AS alive_at_exit
  FROM overdue LEFT JOIN gone USING (process, owner_id) LEFT JOIN held USING (process, owner_id)
  UNION ALL
  SELECT process, version, (line ->> 'owner'), 0, 0, 0, 1
  FROM entries WHERE type = 'alive' AND (line ->> 'number') <> '0' AND (line ->> 'state') <> 'overdue'
)
SELECT version, owner, count(DISTINCT process) AS processes, sum(overdue) AS overdue, sum(freed_late) AS freed_late,
  sum(objects_held) AS objects_held, sum(alive_at_exit) AS alive_at_exit
FROM findings
GROUP BY version, owner
ORDER BY sum(overdue) - sum(freed_late) DESC, sum(objects_held) DESC, sum(alive_at_exit) DESC, version, owner;

-- WARNINGS

-- Of each kind how many, and in how many of a version's processes.
CREATE OR REPLACE TEMP VIEW warnings_by_kind AS
SELECT (line ->> 'kind') AS kind, version, count(*) AS warnings, count(DISTINCT process) AS processes,
  any_value(total) AS of_processes
FROM entries
JOIN (SELECT version, count(DISTINCT process) AS total FROM recordings GROUP BY version) USING (version)
WHERE type = 'warning'
GROUP BY kind, version
ORDER BY kind, version;

FROM launch_percentiles;
FROM leaks_by_owner;
FROM warnings_by_kind;
