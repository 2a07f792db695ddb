/** A shop that uses the package, as a merchant would write it. */
export interface Shop {
  /** Its folder. */
  readonly name: string;
  /** What it is made with. */
  readonly title: string;
  /** False where nothing is built: the page loads the script file. */
  readonly built: boolean;
}

export const shops: readonly Shop[] = [
  { name: 'script', title: 'Plain HTML', built: false },
  { name: 'esm', title: 'Plain TypeScript', built: true },
  { name: 'lit', title: 'Lit', built: true },
  { name: 'react-tag', title: 'React, the tag', built: true },
  { name: 'react-wrapper', title: 'React, the component', built: true },
  { name: 'vue', title: 'Vue', built: true },
  { name: 'svelte', title: 'Svelte', built: true },
  { name: 'angular', title: 'Angular, zoneless', built: true },
];

/** One shop that a server renders, with the checkout as each of these. */
export const rendered = [
  { as: 'tag', title: 'React on the server, the tag' },
  { as: 'component', title: 'React on the server, the component' },
] as const;
