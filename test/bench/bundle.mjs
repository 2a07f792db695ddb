import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Builds a module that is only a text, as if it lay in the project's root. Answers the files to serve, by path. */
export async function bundle(name, code) {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'text',
        resolveId: (id) => (id === name ? `${root}${name}.js` : undefined),
        load: (id) => (id === `${root}${name}.js` ? code : undefined),
      },
    ],
    build: {
      write: false,
      rolldownOptions: { input: { [name]: name }, output: { entryFileNames: '[name].js' } },
    },
  });
  return Object.fromEntries(output.map((file) => [`/${file.fileName}`, file.code]));
}

/** The least that Lit can do for a card: four inputs that render again on every key. */
export const bareForm = `
  import { LitElement, html } from 'lit';
  class BareForm extends LitElement {
    static properties = { values: { state: true } };
    constructor() { super(); this.values = {}; }
    render() {
      const field = (name) => html\`<label>\${name} <input id=\${name} @input=\${(event) => {
        this.values = { ...this.values, [name]: event.target.value };
      }} /></label><p>\${this.values[name]?.length ?? 0}</p>\`;
      return html\`<form>\${['number', 'expiry', 'cvc', 'name'].map(field)}<button>Pay</button></form>\`;
    }
  }
  customElements.define('bare-form', BareForm);
`;
