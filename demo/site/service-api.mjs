const cell = (text = '') => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
const code = (text) => `\`${text}\``;
const table = (head, rows) =>
  rows.length === 0
    ? ''
    : [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

const nameOf = (reference) => reference.split('/').at(-1);
const linkTo = (name) => `[${name}](#${name.toLowerCase()})`;

/** A schema in few words: a link to a named one, or its type and what bounds it. */
function typeOf(schema) {
  if (schema === undefined || schema === true) return 'any';
  if (schema.$ref) return linkTo(nameOf(schema.$ref));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ');
  if (schema.allOf) return schema.allOf.map(typeOf).join(' and ');
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((it) => code(JSON.stringify(it))).join(', ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items)}`;
  if (schema.type === 'object' && schema.properties)
    return `object with ${Object.keys(schema.properties).map(code).join(', ')}`;
  return schema.format ?? schema.type ?? 'any';
}

const properties = ({ properties: fields = {}, required = [] }) =>
  table(
    ['field', 'type', 'required', 'meaning'],
    Object.entries(fields).map(([name, schema]) => [
      code(name),
      typeOf(schema),
      required.includes(name) ? 'yes' : 'no',
      schema.description,
    ]),
  );

function operation([path, method, { summary, description, parameters = [], requestBody, responses }]) {
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  return [
    `### ${method.toUpperCase()} ${path}`,
    summary ?? '',
    description ?? '',
    table(
      ['parameter', 'in', 'type', 'meaning'],
      parameters.map((it) => [code(it.name), it.in, typeOf(it.schema), it.description]),
    ),
    body ? `Body: ${typeOf(body)}` : '',
    table(
      ['status', 'body', 'meaning'],
      Object.entries(responses ?? {}).map(([status, { description: meaning, content }]) => [
        status,
        content ? typeOf(Object.values(content)[0].schema) : '–',
        meaning,
      ]),
    ),
  ];
}

/** The OpenAPI document of the sandbox, which is that of the service and of the controls, as Markdown. */
export async function describeService() {
  const { createSandbox } = await import('../../dist/sandbox.js');
  const sandbox = createSandbox();
  const api = await (await sandbox.fetch(new Request('http://sandbox/openapi.json'))).json();
  await sandbox.close();
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, it]) => [path, method, it]),
  );
  const tagged = api.tags.flatMap(({ name, description }) => [
    `## ${name[0].toUpperCase()}${name.slice(1)}`,
    description ?? '',
    ...operations.filter(([, , it]) => it.tags?.includes(name)).flatMap(operation),
  ]);
  const schemas = Object.entries(api.components.schemas ?? {}).flatMap(([name, schema]) => [
    `### ${name}`,
    schema.description ?? '',
    schema.properties ? properties(schema) : `${typeOf(schema)}.`,
  ]);
  return [
    '# The service’s API, as the sandbox has it',
    `${api.info.description} The sandbox serves this description as \`/openapi.json\`.`,
    ...tagged,
    '## Schemas',
    ...schemas,
  ]
    .filter(Boolean)
    .join('\n\n');
}
