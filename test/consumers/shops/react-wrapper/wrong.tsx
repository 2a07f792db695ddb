import { PayCheckout } from 'pay-checkout/react';

export const notANumber = <PayCheckout amount="1.00" />;
export const notAText = <PayCheckout baseUrl={4010} />;
export const notAStatus = <PayCheckout onPayOutcome={(e) => e.detail.outcome.status === 'refunded'} />;
