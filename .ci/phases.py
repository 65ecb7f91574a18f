#!/usr/bin/env python3
"""Passes on what Maven prints and says at the end how long each kind of goal took, and each module.

usage: mvn -B ... | .ci/phases.py

Goals that run side by side (mvn -T) can't be told apart: it is for builds of one thread.
"""
import re
import sys
import time
from collections import Counter

GOAL = re.compile(r"\[INFO\] -+< \S+:(?P<module>\S+) >-+|\[INFO\] --- \S+:(?P<goal>[-\w]+) \((?P<run>[-\w]+)\) @ (?P<of>\S+)")
NAMES = {
    "compile": "compile main code",
    "testCompile": "compile tests",
    "test": "run tests",
}


def main():
    goals, modules = Counter(), Counter()
    goal, module, since = "start Maven", "-", time.monotonic()
    for line in sys.stdin:
        sys.stdout.write(line)
        sys.stdout.flush()
        found = GOAL.match(line)
        if not found:
            continue
        now = time.monotonic()
        goals[goal] += now - since
        modules[module] += now - since
        since = now
        if found["goal"]:
            goal = NAMES.get(found["goal"], f"{found['goal']} ({found['run']})" if found["goal"] == "exec" else "the rest")
            module = found["of"]
    goals[goal] += time.monotonic() - since
    modules[module] += time.monotonic() - since
    for title, counted in (("phase", goals), ("module", modules)):
        print(f"\n{title:<24} seconds")
        for name, seconds in counted.most_common(12):
            print(f"{name:<24} {seconds:7.1f}")


main()
