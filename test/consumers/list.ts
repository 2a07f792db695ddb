/** A shop that uses the package, as a merchant would write it. */
export interface Shop {
  /** Its folder. */
  readonly name: string;
  /** What it is made with. */
  readonly title: string;
  /** The framework's package, whose version the document shows. */
  readonly framework?: string;
  /** What a merchant imports, or links to. */
  readonly imports: string;
  /** How wrong values are found before the page runs. */
  readonly types: string;
  /** False where nothing is built: the page loads the script file. */
  readonly built: boolean;
}

export const shops: readonly Shop[] = [
  {
    name: 'script',
    title: 'Plain HTML, classic script',
    imports: 'pay-checkout.js',
    types: '–',
    built: false,
  },
  {
    name: 'module',
    title: 'Plain HTML, module script',
    imports: 'pay-checkout.js',
    types: '–',
    built: false,
  },
  { name: 'esm', title: 'Plain TypeScript', imports: 'pay-checkout', types: 'tsc', built: true },
  {
    name: 'lit',
    title: 'Lit',
    framework: 'lit',
    imports: 'pay-checkout',
    types: 'tsc; templates are not checked',
    built: true,
  },
  {
    name: 'react-tag',
    title: 'React, the tag',
    framework: 'react',
    imports: 'pay-checkout',
    types: 'tsc, with pay-checkout/types/react',
    built: true,
  },
  {
    name: 'react-wrapper',
    title: 'React, the component',
    framework: 'react',
    imports: 'pay-checkout/react',
    types: 'tsc',
    built: true,
  },
  {
    name: 'vue',
    title: 'Vue',
    framework: 'vue',
    imports: 'pay-checkout',
    types: 'vue-tsc, with pay-checkout/types/vue',
    built: true,
  },
  {
    name: 'svelte',
    title: 'Svelte',
    framework: 'svelte',
    imports: 'pay-checkout',
    types: 'svelte-check, with pay-checkout/types/svelte',
    built: true,
  },
  {
    name: 'angular',
    title: 'Angular, zoneless',
    framework: '@angular/core',
    imports: 'pay-checkout',
    types: 'tsc; templates are not checked',
    built: true,
  },
];

/** One shop that a server renders, with the checkout as each of these. */
export const rendered = [
  {
    as: 'tag',
    title: 'React on the server, the tag',
    framework: 'react',
    imports: 'pay-checkout',
    types: 'tsc, with pay-checkout/types/react',
  },
  {
    as: 'component',
    title: 'React on the server, the component',
    framework: 'react',
    imports: 'pay-checkout/react',
    types: 'tsc',
  },
] as const;
