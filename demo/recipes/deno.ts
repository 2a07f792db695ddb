import { checkout } from './checkout.js';

// `deno serve --allow-net --allow-env deno.ts` serves what a file exports like this.
export default { fetch: checkout.fetch };
