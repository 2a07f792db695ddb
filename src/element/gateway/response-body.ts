import { parseJson } from '../../wire/json.js';

/** More than any answer of the service needs; what is longer is not parsed. */
const maxLength = 1_000_000;

/** The text of an answer. Rejects when it is longer than any answer can be, or breaks off. */
export async function readResponseText(response: Response): Promise<string> {
  const text = await response.text();
  if (text.length > maxLength) throw new RangeError('The answer is too long.');
  return text;
}

/** The JSON of an answer; undefined where there is none. Rejects as the text does. */
export async function readResponseJson(response: Response): Promise<unknown> {
  return parseJson(await readResponseText(response));
}
