import { createMissing, parseConfig, type ParsedConfig } from '../checkout/config.js';
import { PayError } from '../../error.js';
import type { PageSettings } from './card-form.js';
import type { FormPorts } from './form-ports.js';
import { createMethodsError, takesCards } from './load-methods.js';
import type { MethodChoice } from './method-choice.js';

const createFrameError = (): PayError =>
  new PayError(
    'configuration',
    '`frame-src` needs the build without a form: load pay-framed.js instead of pay-checkout.js, or import pay-checkout/framed instead of pay-checkout.',
    { field: 'frame-src' },
  );

/** Parses the page's settings: those of the checkout, then those of the other methods, then the service. */
export function parseSettings(
  { values, documentBaseUrl, documentUrl }: PageSettings,
  madaPrefixes: unknown,
  choice: MethodChoice | undefined,
  getServiceError: FormPorts['getServiceError'],
): ParsedConfig {
  if (values.frameSrc) return { kind: 'invalid', error: createFrameError() };
  const setup = parseConfig(
    { ...values, madaPrefixes },
    {
      documentBaseUrl,
      documentUrl,
      parseTimestamp: (text) => Date.parse(text),
    },
  );
  const configError = choice?.parseSettings(values);
  if (configError && setup.kind !== 'invalid') {
    const { message, field } = configError;
    return { kind: 'invalid', error: new PayError('configuration', message, { field }) };
  }
  if (setup.kind === 'complete' && !choice && !takesCards(values)) return createMissing(createMethodsError);
  const error = setup.kind === 'complete' && getServiceError?.(new URL(setup.config.baseUrl).origin);
  return error ? { kind: 'invalid', error } : setup;
}

/** Copies an iterable; returns any other value unchanged, so that the parser reports it. */
export const copyIterable = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Symbol.iterator in value
    ? [...(value as Iterable<unknown>)]
    : value;
