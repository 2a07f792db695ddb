/** The commands of a block for a shell: lines that go on are joined, comments are left out, words are split. */
export function commandsIn(text: string): string[][] {
  return text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map(words)
    .filter((command) => command.length > 0);
}

/** As much of a shell's splitting as a document needs; variables, pipes and lists of commands are refused. */
function words(line: string): string[] {
  const found: string[] = [];
  let rest = line.trim();
  while (rest !== '' && !rest.startsWith('#')) {
    const [all, single, double, plain] =
      /^(?:'([^']*)'|"([^"$`\\]*)"|([^\s'"$`\\|;&<>()]+))(?=\s|$)/.exec(rest) ?? [];
    if (all === undefined) throw new Error(`Not a simple command: ${rest}`);
    found.push(single ?? double ?? plain ?? '');
    rest = rest.slice(all.length).trim();
  }
  return found;
}

/** The request that a `curl` command sends. An option that is not known here is refused. */
export function requestOf([program, ...options]: readonly string[]): Request {
  if (program !== 'curl') throw new Error(`Not curl: ${program}`);
  const headers = new Headers();
  let [url, method, body]: (string | undefined)[] = [];
  for (let at = 0; at < options.length; at++) {
    const option = options[at] ?? '';
    const value = options[at + 1] ?? '';
    if (!option.startsWith('-')) {
      url = option;
      continue;
    }
    at++;
    if (option === '-X') method = value;
    else if (option === '-d') body = value;
    else if (option === '-H') headers.append(...(value.split(': ', 2) as [string, string]));
    else if (option === '-u') headers.set('authorization', `Basic ${btoa(value)}`);
    else throw new Error(`An option that is not known: ${option}`);
  }
  return new Request(url ?? '', {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    body: body ?? null,
  });
}
