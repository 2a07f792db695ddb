#!/usr/bin/env node
import { runProgram } from './run-program.js';

const code = await runProgram(process.argv.slice(2));
// A server goes on: it ends the process by itself.
if (code !== undefined) process.exitCode = code;
