/**
 * The part of Lit that a server needs to write a template as text. The builds for servers bundle this file instead of
 * `lit/html.js`, which needs a document as soon as it is imported.
 */
const template = (strings: TemplateStringsArray, ...values: unknown[]) => ({ strings, values });

export { template as html, template as svg };
export const nothing = Symbol.for('lit-nothing');
