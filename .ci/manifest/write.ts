import { mkdirSync, writeFileSync } from 'node:fs';
import { manifestFiles } from './files.js';

const dist = new URL('../../dist/', import.meta.url);
mkdirSync(dist, { recursive: true });
for (const [name, text] of manifestFiles()) writeFileSync(new URL(name, dist), text);
