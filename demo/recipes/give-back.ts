import { PayError } from 'pay-checkout/server';
import { client } from './client.js';

/** Gives a payment back; without an amount (in the smallest currency unit), all that is left of it. */
export async function giveBack(paymentId: string, ...amount: [] | [{ amount: number }]) {
  try {
    return await client.refundPayment(paymentId, ...amount);
  } catch (error) {
    if (error instanceof PayError && error.code === 'api' && error.status === 400) throw error; // refused: nothing moved
    return client.retrievePayment(paymentId); // it may have been carried out: look before you ask again
  }
}
