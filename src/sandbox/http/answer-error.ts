import { inspect } from 'node:util';
import type { Context, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { z } from 'zod/mini';
import type { errorBodyContract } from '../../wire/index.js';
import type { Decisions } from '../decisions.js';
import type { SandboxEnv } from './context.js';
import { invalidRequest, RequestError, type Problems } from './refusal.js';

/** An error as it is answered, in the forms that the decisions choose. */
function buildErrorBody(
  { type, message, errors }: RequestError,
  decisions: Decisions,
): z.infer<typeof errorBodyContract> {
  switch (type) {
    case 'validation_error': {
      const named = Object.entries(Object(errors) as Problems).map(
        ([field, problems]): [string, string[]] => [
          decisions.cardErrorKeys === 'number' ? field.replace(/^source\./, '') : field,
          problems,
        ],
      );
      if (decisions.fieldRefusal === 'validation_error')
        return { type, message, errors: Object.fromEntries(named) };
      const texts = named.map(([field, problems]) => [field, problems.join(', ')]);
      return {
        type: 'invalid_request',
        message: null,
        errors: Object.fromEntries(texts) as Record<string, string>,
      };
    }
    case 'intent_not_fulfillable':
    case 'intent_not_cancelable':
      return decisions.intentRefusal === 'type'
        ? { type, message, errors }
        : { type: 'invalid_request_error', message: `${type}: ${message}`, errors };
    case 'record_not_found':
      return { type: decisions.unknownId, message, errors };
    default:
      return { type, message, errors };
  }
}

export function respondWithRequestError(c: Context<SandboxEnv>, error: RequestError): Response {
  const { status, type, errors } = error;
  if (c.get('hasBareErrors') && type === 'validation_error')
    return c.json({ message: writeProblems(error) }, status);
  // Some clients send their key only after this header. A browser would show the payer a password dialog.
  const isOfBrowser = c.req.header('sec-fetch-mode') !== undefined || c.req.header('origin') !== undefined;
  if (status === 401 && !isOfBrowser) c.header('www-authenticate', 'Basic realm="The sandbox"');
  // The controls and the dashboard are the sandbox's own: their messages say what is wrong to the developer who reads them.
  if (!c.req.path.startsWith('/v1/')) return c.json({ type, message: writeProblems(error), errors }, status);
  return c.json(buildErrorBody(error, c.var.namespace.decisions.current), status);
}

/** What is wrong, in words: by field where the error names fields. */
export const writeProblems = ({ message, errors }: RequestError) =>
  errors && typeof errors === 'object'
    ? Object.entries(errors)
        .map(([field, problems]) => `${field} ${problems.join(', ')}`)
        .join('; ')
    : message;

/** Answers a refused body by a message alone, as the service does for saved cards. */
export const answerBareErrors: MiddlewareHandler<SandboxEnv> = (c, next) => {
  c.set('hasBareErrors', true);
  return next();
};

/** Answers an exception with an error's JSON. An unexpected one is a 500 whose details go to the console only. */
export function answerError(error: Error, c: Context<SandboxEnv>): Response {
  if (error instanceof RequestError) return respondWithRequestError(c, error);
  if (error instanceof HTTPException && error.status === 400)
    return respondWithRequestError(c, invalidRequest('The body is not valid JSON.'));
  process.stderr.write(`${inspect(error)}\n`);
  return respondWithRequestError(
    c,
    new RequestError(500, 'api_error', 'The sandbox failed. Its console says why.'),
  );
}
