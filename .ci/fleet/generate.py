"""Writes recordings of a fleet with known launch times, and returns the expected answers to queries over all of them."""

import json
import random
from collections import Counter, defaultdict
from pathlib import Path

VERSIONS = {"1.9": 334, "2.0": 333, "2.1": 333}
# The modules by id: the name, the parent composite, and the typical times of the creation and of the handlers, in µs.
MODULES = {1: ("Store", None, 900, 1500), 2: ("Feed", None, 4000, 6000), 4: ("Cart", 3, 700, 300),
           5: ("Prices", 3, 1200, 2500), 3: ("Shop", None, 250, 0), 6: ("Payments", None, 80, 12000)}
WARNINGS = ["overBudget", "handlerThrew", "ownerOverdue"]


class Recording:
    """The lines of one process."""

    def __init__(self, rng, version):
        self.rng, self.version, self.lines, self.seq = rng, version, [], 0
        self.now = rng.randrange(100_000, 900_000)
        self.header = {
            "app_version": version, "application": "Fleet", "build": str(rng.randrange(100, 999)),
            "device_model": "iPhone17,1", "missed": 0, "modules": [], "prologue": 0, "rollcall": 1,
            "session": "%032x" % rng.getrandbits(128), "started_ns": 1_795_000_000_000_000_000 + rng.randrange(10**15),
            "system": "iOS Version 19.1"}
        # Some know when their process was made, which is long before the journal began.
        self.process = rng.randrange(20_000_000, 90_000_000) if rng.random() < 0.3 else None
        if self.process:
            self.header["process_ns"] = self.process
        self.began, self.whole, self.modules = self.now, 0, defaultdict(int)

    def add(self, **fields):
        self.lines.append(json.dumps(fields | {"seq": self.seq}, sort_keys=True, separators=(",", ":")))
        self.seq += 1

    def time(self, about):
        return int(about * self.rng.lognormvariate(0, 0.5)) * 1000 if about else 0

    def module(self, id, change, at, **more):
        name, parent, _, _ = MODULES[id]
        fields = {"at_ns": at, "change": change, "handles": [], "id": id, "late_release": False, "main": False,
                  "name": name, "on": True, "order": id, "owner_id": id, "type": "module"} | more
        self.add(**fields | ({"parent": parent} if parent else {}))

    def create(self, counts=True):
        """Creates all modules, those of the composite during its own creation. The sum is the launch's first part."""
        inside, began = 0, None
        for id, (name, parent, about, _) in MODULES.items():
            own = self.time(about)
            if parent:
                began = self.now if began is None else began
                self.module(id, "registered", self.now, took_ns=own)
                self.now, inside = self.now + own, inside + own
            elif id == 3:
                self.now += own
                self.module(id, "registered", began, took_ns=inside + own)
            else:
                self.module(id, "registered", self.now, took_ns=own)
                self.now += own
            if counts:
                self.modules[name] += own
        self.now += self.rng.randrange(5_000_000)

    def send(self, event, id, factor=1.0, counts=True, parent=None, **more):
        """Sends one event. Payments has a named part, and sends another event with its own dispatch, which does not count."""
        rows, start, sent = [], 0, 0
        for module, (name, inside, _, about) in MODULES.items():
            if not about:
                continue
            own, part, row = self.time(about * factor), 0, len(rows)
            outcome = "skipped" if module == 5 and id % 3 == 0 else "returned"
            own = 0 if outcome == "skipped" else own
            if module == 6 and not parent:
                part, sent = own // 4, self.time(400)
            rows.append({"module": name, "module_id": module, "order": module, "outcome": outcome, "self_ns": own - part,
                         "start_ns": start, "total_ns": own + sent, "value": None})
            if part:
                rows.append({"module": name, "module_id": module, "order": module, "outcome": "returned", "parent": row,
                             "part": "receipts", "self_ns": part, "start_ns": start, "total_ns": part, "value": None})
            start += own + sent
            if counts:
                self.modules[name] += own
        if sent:
            self.add(**self.dispatch("openURL", id + 1000, self.now + start - sent, sent, [
                {"module": "Feed", "module_id": 2, "order": 2, "outcome": "answered", "self_ns": sent, "start_ns": 0,
                 "total_ns": sent, "value": True}],
                parent=id, parent_module="Payments", parent_module_id=6, arguments={"url": "pay:%d" % id}))
        self.add(**self.dispatch(event, id, self.now, start, rows, **more))
        if counts:
            # From the process on, if that is known, and otherwise from the first creation.
            end = self.now + start
            self.whole = end + self.process if self.process else end - self.began
        self.now += start + 1_000_000

    @staticmethod
    def dispatch(event, id, at, total, rows, **more):
        return {"arguments": None, "at_ns": at, "event": event, "handlers": rows, "id": id, "out_of_state": False,
                "replay": False, "response": None, "state": "inactive", "total_ns": total, "type": "dispatch"} | more

    def leak(self, late):
        """Removes Feed, which stays alive. If `late`, it is freed later with both of its objects."""
        for number in (1, 2):
            self.add(at_ns=self.now, id=number, kind="timer", lifetime="module", name="t%d" % number, number=number,
                     owner="Feed", owner_id=2, type="owned")
        self.module(2, "removed", self.now)
        self.add(after_ns=10**9, at_ns=self.now + 10**9, hints=[], id=2, name="Feed", owner_id=2, type="overdue")
        if late:
            for number in (1, 2):
                self.add(at_ns=self.now + 2 * 10**9, cleanup_ns=5, id=number, late_release=True, kind="timer", lifetime="module",
                         name="t%d" % number, number=number, owner="Feed", owner_id=2, reason="ownerReleased",
                         thread="main", type="released")
            self.module(2, "freed", self.now + 2 * 10**9, late_release=True)

    def warn(self, kind):
        self.add(at_ns=self.now, kind=kind, message=kind, module="Feed", type="warning")

    def text(self, header=None, lines=None):
        first = json.dumps(header or self.header, sort_keys=True, separators=(",", ":"))
        return "\n".join([first] + (self.lines if lines is None else lines)) + "\n"


def later(recording):
    """Returns the same process in a file that begins after its modules were created: its header has them."""
    created = [json.loads(line) for line in recording.lines[:len(MODULES)]]
    modules = [{"after": [], "created_ns": entry["at_ns"], "creation_ns": entry["took_ns"], "handles": [],
                "id": entry["id"], "main": False, "name": entry["name"], "on": True, "order": entry["order"],
                "owner_id": entry["owner_id"], "present": True, "required": False}
               | ({"parent": entry["parent"]} if "parent" in entry else {}) for entry in created]
    header = recording.header | {"missed": len(created), "modules": modules, "recorded_ns": recording.now}
    # The entries of its first launch may be missing.
    header.pop("process_ns", None)
    return recording.text(header, recording.lines[len(created):])


def rank(values, percent):
    """Returns the percentile by nearest rank: the value at position percent/100 × n, rounded up, in ascending order."""
    return sorted(values)[max(1, (len(values) * percent + 99) // 100) - 1]


def generate(folder, seed=15):
    """Writes 1,000 processes to slightly more files, and returns the expected rows of the three views."""
    rng = random.Random(seed)
    samples, leaks, warnings, totals = defaultdict(list), Counter(), defaultdict(list), {}
    number = 0
    for place, (version, count) in enumerate(VERSIONS.items()):
        for index in range(count):
            number += 1
            recording = Recording(rng, version)
            if index % 20 == 9:
                # Written below as a file that begins later.
                recording.process = None
                recording.header.pop("process_ns", None)
            path = Path(folder) / version / ("%04d.rollcall" % number)
            path.parent.mkdir(exist_ok=True)
            recording.create()
            if index % 2:
                recording.send("willFinishLaunching", 1, 0.1)
            recording.send("didFinishLaunching", 2 + number % 5, 1 + place / 4)
            # Dispatches that are not a first launch: replayed to one module, sent to a running application, or sent
            # after all modules were removed.
            if index % 7 == 0:
                recording.send("didFinishLaunching", 20, counts=False, replay=True)
                recording.send("didFinishLaunching", 21, counts=False, out_of_state=True)
            if index % 11 == 0:
                for id in MODULES:
                    recording.module(id, "removed", recording.now)
                recording.add(at_ns=recording.now, state="notRunning", type="state")
                recording.create(counts=False)
                recording.send("didFinishLaunching", 22, counts=False)
            if index % 13 == 0:
                recording.leak(late=index % 2 == 0)
                leaks[version, "Feed", index % 2 == 0] += 1
            for kind in rng.sample(WARNINGS, rng.randrange(3)):
                repeats = rng.randrange(1, 4)
                for _ in range(repeats):
                    recording.warn(kind)
                warnings[kind, version].append(repeats)
            samples[version, None].append(recording.whole)
            if recording.process:
                samples[version, "(before)"].append(recording.process)
            for name, ns in recording.modules.items():
                samples[version, name].append(ns)
            totals[str(path)] = recording.whole
            # Shapes of files: one complete file; a torn one; two of one process, the second of which begins later; only
            # that second one.
            shape = index % 20
            if shape == 3:
                path.write_text(recording.text() + '{"at_ns":12,"change":"regis')
            elif shape == 6:
                path.write_text(recording.text())
                path.with_suffix(".again.rollcall").write_text(later(recording))
            elif shape == 9:
                path.write_text(later(recording))
            else:
                path.write_text(recording.text())
    launch_rows = {(version, module): (len(values), *(round(rank(values, p) / 1e6, 3) for p in (50, 90, 99)))
                   for (version, module), values in samples.items()}
    leak_rows = {(version, "Feed"): (leaks[version, "Feed", True] + leaks[version, "Feed", False],
                                     leaks[version, "Feed", True], 2 * leaks[version, "Feed", False])
                 for version in VERSIONS}
    warning_rows = {key: (sum(values), len(values), VERSIONS[key[1]]) for key, values in warnings.items()}
    return launch_rows, leak_rows, warning_rows, totals
