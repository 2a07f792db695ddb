import type {} from 'pay-checkout/types/react';

export const notANumber = <pay-checkout amount="1.00" />;
export const notAText = <pay-checkout base-url={4010} />;
export const notAStatus = <pay-checkout onpay-outcome={(e) => e.detail.outcome.status === 'refunded'} />;
export const notAnAddress = <pay-result status-url={4010} />;
