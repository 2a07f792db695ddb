import { checkout } from './checkout.js';

// `bun run bun.ts` serves what a file exports like this.
export default { port: 3000, fetch: checkout.fetch };
