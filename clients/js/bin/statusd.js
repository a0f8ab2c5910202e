#!/usr/bin/env node
// Runs the program that a client finds, for `npx statusd`. A client starts the program itself, without this process.

import { spawn } from "node:child_process";
import { findProgram, notFound } from "../src/program.js";

const program = findProgram();
const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
process.on("SIGTERM", () => child.kill("SIGTERM"));
for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => {}); // The terminal sends them to both.
child.on("error", (cause) => {
  console.error(notFound(program, cause).message);
  process.exitCode = 127;
});
child.on("exit", (status, signal) => {
  if (signal) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  } else {
    process.exitCode = status;
  }
});
