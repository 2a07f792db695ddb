import { createPayClient } from 'pay-checkout/server';

const { PAY_SECRET_KEY = '', PAY_BASE_URL = '' } = process.env;
export const client = createPayClient({ secretKey: PAY_SECRET_KEY, baseUrl: PAY_BASE_URL });
