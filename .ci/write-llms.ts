import { writeFileSync } from 'node:fs';
import { llmsFiles } from './llms.js';

const dist = new URL('../dist/', import.meta.url);
for (const [name, text] of llmsFiles()) writeFileSync(new URL(name, dist), text);
