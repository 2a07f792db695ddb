#!/usr/bin/env node
import { runSandboxProgram } from './commands.js';

process.exit(await runSandboxProgram(process.argv.slice(2)));
