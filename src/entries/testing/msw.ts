/** For unit tests with MSW: the payment service as handlers, without a process. */
export * from '../../testing/msw.js';
