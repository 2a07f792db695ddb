import type { Hono } from 'hono';
import { openAPIRouteHandler } from 'hono-openapi';
import type { Env } from './http/env.js';

const basic = (description: string) => ({ type: 'http', scheme: 'basic', description }) as const;

/** The description of everything under `/v1` and of the controls, made from the schemas that check the requests. */
export function openApiRoute(app: Hono<Env>): void {
  app.get(
    '/openapi.json',
    openAPIRouteHandler(app, {
      defaultValidationErrorResponse: { description: 'The request is not valid' },
      documentation: {
        info: {
          title: 'pay-checkout sandbox',
          version: '1',
          description: 'The payment service, emulated. Amounts are integers in the smallest currency unit.',
        },
        servers: [{ url: '/' }],
        components: {
          securitySchemes: {
            secret: basic('The secret key as user name, no password'),
            publishable: basic('The publishable key as user name, no password'),
          },
        },
      },
    }),
  );
}
