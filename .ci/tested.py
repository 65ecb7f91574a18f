#!/usr/bin/env python3
"""Leaves out the tests of modules that passed over the same sources on this machine, and remembers those that pass.

usage: .ci/tested.py leave-out          marks modules with target/tested (profile `tested` of pom.xml)
       .ci/tested.py remember < LOG     remembers each module that Maven's summary calls a success

What a module's tests read is its own folder, those of the modules that it depends on, what its tests and the poms of
these modules name elsewhere ("../docs/..."), pom.xml, this folder and the JDK. The command line's tests read everything.
"""
import hashlib
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

EVERYTHING = {"cli"}
COMMON = ["pom.xml", ".ci"]
CACHE = Path(os.environ.get("SALLYPORT_BUILD_CACHE") or Path.home() / ".cache/sallyport")
SUCCESS = re.compile(r"\[INFO\] (\S+) \.* SUCCESS \[")
OUTSIDE = re.compile(r'["/>]\.\./([^"<\s]+)')
XML = "{http://maven.apache.org/POM/4.0.0}"


def git(*arguments):
    return subprocess.run(["git", *arguments], check=True, capture_output=True, text=True).stdout


@cache
def modules():
    return [element.text for element in ElementTree.parse("pom.xml").getroot().iter(f"{XML}module")]


@cache
def needed(module):
    """The module and all that it depends on, in any scope."""
    found = {module}
    for dependency in ElementTree.parse(f"{module}/pom.xml").getroot().iter(f"{XML}dependency"):
        name = dependency.find(f"{XML}artifactId").text
        if name in modules() and name != module:
            found |= needed(name)
    return frozenset(found)


def outside(module):
    """What exists of the paths outside of these modules that the module's tests name, or a pom."""
    named = set()
    for file in [*Path(module, "src/test").rglob("*.java"), *(Path(name, "pom.xml") for name in needed(module))]:
        named.update(OUTSIDE.findall(file.read_text()))
    return sorted(path for path in named if Path(path).exists() and Path(path).resolve().is_relative_to(Path.cwd()))


def key(module):
    paths = ["."] if module in EVERYTHING else [*COMMON, *sorted(needed(module)), *outside(module)]
    read = Path(os.environ["JAVA_HOME"], "release").read_text()
    read += git("ls-files", "-s", "--", *paths) + git("diff", "HEAD", "--", *paths)
    return CACHE / f"{module}-tested-{hashlib.sha256(read.encode()).hexdigest()[:16]}"


def leave_out():
    left = []
    for module in modules():
        mark = Path(module, "target/tested")
        mark.unlink(missing_ok=True)
        if key(module).exists():
            mark.parent.mkdir(exist_ok=True)
            mark.touch()
            left.append(module)
    if left:
        print(f"\n== tests that passed over the same sources are left out: {' '.join(left)}", flush=True)


def remember():
    passed = {match.group(1) for match in map(SUCCESS.match, sys.stdin) if match}
    CACHE.mkdir(parents=True, exist_ok=True)
    for module in modules():
        if module in passed:
            key(module).touch()


{"leave-out": leave_out, "remember": remember}[sys.argv[1]]()
