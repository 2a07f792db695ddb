import type {} from 'pay-checkout/types/react';

const right = { baseUrl: 'http://127.0.0.1:4010/v1', publishableKey: 'pk_test_sandbox' };
export const notANumber = <pay-checkout {...right} amount="1.00" />;
export const notAText = <pay-checkout publishable-key="pk_test_sandbox" base-url={4010} />;
export const notAStatus = (
  <pay-checkout {...right} onpay-outcome={(e) => e.detail.outcome.status === 'refunded'} />
);
export const notAnAddress = <pay-result status-url={4010} />;
export const notAChallenge = <pay-checkout {...right} challenge="dialog" />;
export const noKey = <pay-checkout base-url={right.baseUrl} />;
export const look = <pay-checkout {...right} style={{ '--pay-accent': 'teal' }} />;
export const notALook = <pay-checkout {...right} style={{ '--pay-accnt': 'teal' }} />;
