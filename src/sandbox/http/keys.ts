/** The keys that the sandbox knows. */
export const secretKey = 'sk_test_sandbox';
export const publishableKey = 'pk_test_sandbox';
