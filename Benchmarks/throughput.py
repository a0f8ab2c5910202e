#!/usr/bin/env python3
"""What a message costs statusd, beside a C program that does the same with jansson, in the same run.

usage: throughput.py STATUSD [ROUNDS]

Needs cc and jansson's headers; valgrind for the instruction counts, which are left out without it. Each round
runs both, in turn; medians and their ratios are printed. The programs are in Benchmarks/limit/.
"""
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

SOURCES = pathlib.Path(__file__).parent / "limit"
BURST, TURNS, COUNTED = 200_000, 20_000, 10_000
REQUEST = '{"jsonrpc":"2.0","id":"%051d","method":"getState","params":{"resource":"menu"}}\n'


def build(directory, name, *libraries):
    program = directory / name
    flags = ["-O2", "-std=c11", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(["cc", *flags, "-o", program, SOURCES / f"{name}.c", *libraries], check=True)
    return str(program)


def run(load, mode, count, program):
    """CPU of the program and time of the run in us, median and 99th percentile of the turns in ns."""
    command = [load, mode, str(count), program]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [int(figure) for figure in output.split()]


def instructions(directory, program):
    """Instructions for each message: those of a run without any are taken off."""

    def counted(requests):
        path = directory / "requests"
        path.write_text("".join(REQUEST % number for number in range(requests)))
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program]
        with path.open() as input:
            report = subprocess.run(command, stdin=input, capture_output=True, check=True).stderr.decode()
        return int(re.search(r"Collected : (\d+)", report).group(1))

    return (counted(COUNTED) - counted(0)) / COUNTED


def main():
    statusd, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 9
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        programs = {"C": build(directory, "limit", "-ljansson"), "statusd": statusd}
        compare(programs, build(directory, "load"), rounds)
        if shutil.which("valgrind"):
            counts = {name: instructions(directory, program) for name, program in programs.items()}
            tell("instructions a message", "", counts)


def compare(programs, load, rounds):
    rows = {name: [] for name in programs}
    for _ in range(rounds):
        for name, program in programs.items():
            cpu, took, _, _ = run(load, "burst", BURST, program)
            turn_cpu, _, median, late = run(load, "turns", TURNS, program)
            rows[name].append((cpu / BURST, took / BURST, turn_cpu / TURNS, median / 1000, late / 1000))
    titles = [
        "CPU a message, in a burst",
        "time a message, in a burst",
        "CPU a message, in turns",
        "latency, median",
        "latency, 99th percentile",
    ]
    for index, title in enumerate(titles):
        tell(title, " us", {name: statistics.median(row[index] for row in rows[name]) for name in programs})


def tell(title, unit, figures):
    ratio = figures["statusd"] / figures["C"]
    figures = "  ".join(f"{name} {figure:9.2f}{unit}" for name, figure in figures.items())
    print(f"{title:28} {figures}  ratio {ratio:.2f}", flush=True)


if __name__ == "__main__":
    main()
