/** Undefined for what is no JSON: the schema that reads the value refuses it then. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
