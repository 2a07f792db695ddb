/** The value of a JSON text; undefined for a text that is no JSON, which no schema and no reader takes. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
