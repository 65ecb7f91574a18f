#!/usr/bin/env python3
"""What surefire's reports say of the last run: the slowest test classes, and tests that needed a second try.

usage: .ci/tests.py MAX_FLAKY

Exits with 1 where more tests than MAX_FLAKY needed one (docs/decisions/build-and-dependencies.md).
"""
import sys
from pathlib import Path
from xml.etree import ElementTree

SLOWEST = 10


def main(max_flaky):
    classes, flaky = [], set()
    for file in Path().glob("*/target/surefire-reports/TEST-*.xml"):
        suite = ElementTree.parse(file).getroot()
        seconds = float(suite.get("time").replace(",", ""))
        classes.append((seconds, file.parts[0], suite.get("name")))
        for test in suite.iter("testcase"):
            if any(child.tag in ("flakyFailure", "flakyError") for child in test):
                flaky.add(f"{test.get('classname')}.{test.get('name')}")
    print(f"\n{len(classes)} test classes, {sum(c[0] for c in classes):.0f} s of tests; the slowest:")
    for seconds, module, name in sorted(classes, reverse=True)[:SLOWEST]:
        print(f"{seconds:7.1f} s  {module:<16} {name}")
    if flaky:
        print("\nflaky: failed, and passed when they were tried again")
        print("\n".join(sorted(flaky)))
    if len(flaky) > max_flaky:
        sys.exit(f"more than {max_flaky} flaky tests")


main(int(sys.argv[1]))
