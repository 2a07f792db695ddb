/**
 * As much of Lit as a server needs to write a template as text. The builds for servers have this in place of `lit/html.js`, whose
 * own code wants a page as soon as it is loaded.
 */
const template = (strings: TemplateStringsArray, ...values: unknown[]) => ({ strings, values });

export { template as html, template as svg };
export const nothing = Symbol.for('lit-nothing');
