import { PayCheckout } from 'pay-checkout/react';

const right = { baseUrl: 'http://127.0.0.1:4010/v1', publishableKey: 'pk_test_sandbox' };
export const notANumber = <PayCheckout {...right} amount="1.00" />;
export const notAText = <PayCheckout publishableKey="pk_test_sandbox" baseUrl={4010} />;
export const notAStatus = (
  <PayCheckout {...right} onPayOutcome={(e) => e.detail.outcome.status === 'refunded'} />
);
export const notAChallenge = <PayCheckout {...right} challenge="dialog" />;
export const noKey = <PayCheckout baseUrl={right.baseUrl} />;
export const look = <PayCheckout {...right} style={{ '--pay-accent': 'teal' }} />;
export const notALook = <PayCheckout {...right} style={{ '--pay-accnt': 'teal' }} />;
export const notAMethod = <PayCheckout {...right} submit={() => undefined} />;
