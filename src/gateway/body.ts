/** More than any answer of the service needs; what is longer is not read. */
const limit = 1_000_000;

/** The text of an answer. Rejects when it is longer than any answer can be, or breaks off. */
export async function readText(response: Response): Promise<string> {
  if (!response.body) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > limit) {
      await reader.cancel();
      throw new RangeError('The answer is too long.');
    }
  }
}

/** The JSON in a text; undefined where there is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
