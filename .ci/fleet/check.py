"""Checks the results for many recordings: by SQL, and as OpenTelemetry traces.

    check.py PROGRAM REPOSITORY FOLDER

PROGRAM is rollcall. FOLDER is an empty folder for the files.
"""

import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import duckdb

import collector
import generate
import strict

program, repository, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
failures = []


def expect(is_so, text):
    if not is_so:
        failures.append(text)
        print(f"FAILED: {text}", file=sys.stderr)


def ask(path):
    """Returns the rows of the three views over a folder, and each process's launch."""
    database = duckdb.connect()
    database.execute(f"SET VARIABLE recordings = '{path}'")
    database.execute((repository / "Manual/fleet.sql").read_text()).fetchall()
    return [database.execute(query).fetchall() for query in (
        "FROM launch_percentiles", "FROM leaks_by_owner", "FROM warnings_by_kind",
        "SELECT file, module, ns::UBIGINT FROM samples JOIN recordings USING (process)")]


def export(path, *more):
    """Returns the lines that the program exports for a recording."""
    run = subprocess.run([program, "export", str(path), "--format", "otlp", *more], capture_output=True, text=True)
    expect(run.returncode == 0, f"export of {path}: {run.stderr}")
    expect(run.stderr in ("", "The last line is incomplete.\n"), f"export of {path} says: {run.stderr}")
    return run.stdout.splitlines()


def difference(found, wanted):
    return [f"{key}: {found.get(key)}, not {wanted.get(key)}"
            for key in sorted(found.keys() | wanted.keys(), key=str) if found.get(key) != wanted.get(key)][:5]


def check_generated(path):
    """Checks that DuckDB finds the generator's percentiles, and that the program finds the same launches in its files."""
    launches, leaks, warnings, totals = generate.generate(path)
    start = time.monotonic()
    percentiles, owners, kinds, samples = ask(path)
    seconds = time.monotonic() - start
    wrong = difference({row[:2]: row[2:] for row in percentiles}, launches)
    expect(not wrong, f"launch_percentiles: {wrong}")
    wrong = difference({row[:2]: (row[2], row[4], row[5]) for row in owners}, leaks)
    expect(not wrong, f"leaks_by_owner: {wrong}")
    wrong = difference({row[:2]: row[2:] for row in kinds}, warnings)
    expect(not wrong, f"warnings_by_kind: {wrong}")
    asked = {file: ns for file, module, ns in samples if module is None}
    files = list(Path(path).rglob("*.rollcall"))
    print(f"{len(files)} generated recordings of {len(totals)} processes: {len(percentiles)} rows of launch percentiles, "
          f"{len(owners)} of leaks, {len(kinds)} of warnings, as generated; {seconds:.1f} s in DuckDB.")
    lines = []
    for name, total in list(totals.items())[::9]:
        mine = export(name)
        spans = [span for line in mine for span in strict.spans_of(strict.read(line))]
        launch = min((span for span in spans if span.name == "launch"), key=lambda span: span.start_time_unix_nano)
        found = strict.attribute(launch, "rollcall.launch.total_ns")
        expect(found == total == asked[name], f"{name}: {found} ns by the program, {asked[name]} by SQL, {total} generated")
        lines += mine
    return lines


def check_real(path):
    """Checks that SQL and the program agree about recordings of the program, module by module."""
    path.mkdir()
    (path / "Modules.map").write_text((repository / "Modules.map").read_text())
    lines = []
    for number in range(3):
        subprocess.run(
            [program, "fire", "willFinishLaunching", "didFinishLaunching", "performActionForShortcutItem",
             "openURL=url:pay:42", "didEnterBackground", "--record", f"{number}.rollcall"],
            cwd=path, capture_output=True)
    percentiles, _, kinds, samples = ask(path)
    asked = {(file, module): ns for file, module, ns in samples}
    for number in range(3):
        name = str(path / f"{number}.rollcall")
        mine = export(name, "--arguments")
        spans = [span for line in mine for span in strict.spans_of(strict.read(line))]
        launch = next(span for span in spans if span.name == "launch")
        found = Counter({None: strict.attribute(launch, "rollcall.launch.total_ns")})
        for span in (span for span in spans if span.trace_id == launch.trace_id):
            module = strict.attribute(span, "rollcall.module.name")
            # An event that a handler sent is in the launch's trace, but not in any module's share of the launch.
            if module and strict.attribute(span, "rollcall.event.name") in (None, "willFinishLaunching", "didFinishLaunching"):
                found[module] += (strict.attribute(span, "rollcall.handler.self_ns") or 0) + (
                    strict.attribute(span, "rollcall.launch.creation_ns") or 0)
        # A launch that was fired by hand begins with the composite, and has the time before that beside it.
        found["(before)"] = json.loads(open(name).readline())["process_ns"]
        wrong = difference({module: ns for (file, module), ns in asked.items() if file == name}, dict(found))
        expect(not wrong, f"{name}, SQL and export: {wrong}")
        expect(any(span.status.code == 2 and span.events for span in spans), f"{name}: no span has an error")
        lines += mine
    expect([row[:3] for row in kinds] == [("handlerThrew", "unknown", 3)], f"warnings of real recordings: {kinds}")
    print(f"3 recordings of the program: {len(percentiles)} rows of launch percentiles, equal to the program's own launches.")
    return lines


lines = check_generated(folder / "fleet") + check_real(folder / "real")
sent = Counter((span.trace_id.hex(), span.span_id.hex(), span.name)
               for line in lines for span in strict.spans_of(strict.read(line)))
expect(max(sent.values()) == 1, "the ids of a span are not unique")
print(f"{len(lines)} lines of OTLP, {sum(sent.values())} spans: read by opentelemetry-proto-json and by protobuf, "
      f"the longest line {max(map(len, lines))} bytes.")
start = time.monotonic()
came = Counter(collector.send(lines, sum(sent.values()), folder))
expect(came == sent, f"{sum(came.values())} spans came through the collector; {len(sent - came)} are missing, "
       f"{len(came - sent)} were not sent")
print(f"{sum(came.values())} of them came through the collector in {time.monotonic() - start:.1f} s.")
sys.exit(1 if failures else 0)
