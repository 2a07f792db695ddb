#!/usr/bin/env node
import { runProgram } from './run-program.js';

// Without a top-level await: a command that is loaded may import this file's own chunk, and would wait for it forever.
void runProgram(process.argv.slice(2)).then((code) => {
  // A server goes on, and ends the process when it stops.
  if (code === undefined) return;
  // The doctor has loaded modules of the shop, whose timers and connections need no wait. What is printed comes first.
  process.stdout.write('', () => process.exit(code));
});
