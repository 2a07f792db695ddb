import { writeFileSync } from 'node:fs';
import { llmsFiles } from './llms.js';

const root = new URL('../', import.meta.url);
for (const [name, text] of llmsFiles()) writeFileSync(new URL(name, root), text);
