/** The address with parameters added. Its own query stays as it is written: a shop may have signed that text. */
export function appendQuery(address: string | URL, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  url.search += `${url.search && '&'}${String(new URLSearchParams(parameters))}`;
  return url.href;
}
