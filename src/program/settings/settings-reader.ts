import { isSecureUrl } from '../../wire/url.js';

/** What the environment has, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads one setting after the other, and keeps each problem for the end. */
export interface SettingsReader {
  /** The text without spaces around it; undefined when there is none. */
  text(name: string): string | undefined;
  required(name: string, what: string): string;
  report(problem: string): void;
}

/** A reader, and the problems that were reported to it so far. */
export function createReader(env: Environment) {
  const problems: string[] = [];
  const text = (name: string) => {
    const value = env[name]?.trim() || undefined;
    const [, , bare] = /^(["'])(.*)\1$/s.exec(value ?? '') ?? [];
    if (bare === undefined) return value;
    // Docker keeps them, which a shell takes away: a secret would silently be another one.
    const problem = `${name} has quotation marks around it: take them away.`;
    if (!problems.includes(problem)) problems.push(problem);
    return bare;
  };
  const reader: SettingsReader = {
    text,
    required(name, what) {
      const value = text(name);
      if (value === undefined) problems.push(`${name} is missing: ${what}`);
      return value ?? '';
    },
    report: (problem) => void problems.push(problem),
  };
  return { reader, problems };
}

/** An https address, or plain http on this machine, as `URL` writes it. */
export function checkAddress(reader: SettingsReader, name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !isSecureUrl(url))
    reader.report(`${name} must be an https address; plain http is for this machine only.`);
  else if (url.username || url.password) reader.report(`${name} must not carry a user name or a password.`);
  else if (url.href.includes('#')) reader.report(`${name} must not have a fragment (#…).`);
  return url?.href ?? '';
}

/** What came instead. A longer value may be a secret that was put in the wrong place. */
export const notValue = (value: string): string => (value.length > 20 ? '' : `, not "${value}"`);

/** A whole number from 0 on. */
export function readWhole(reader: SettingsReader, name: string, otherwise: number, most: number): number {
  const value = reader.text(name);
  if (value === undefined) return otherwise;
  if (/^\d{1,9}$/.test(value) && Number(value) <= most) return Number(value);
  reader.report(`${name} must be a whole number from 0 to ${most}${notValue(value)}.`);
  return otherwise;
}

export function readFlag(reader: SettingsReader, name: string): boolean {
  const value = reader.text(name);
  if (value !== undefined && value !== 'true' && value !== 'false')
    reader.report(`${name} must be true or false${notValue(value)}.`);
  return value === 'true';
}
