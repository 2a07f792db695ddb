import { checkout } from '../../../checkout.js';

export const dynamic = 'force-dynamic';
export const GET = checkout.fetch;
export const POST = checkout.fetch;
