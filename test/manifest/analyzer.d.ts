/** The analyzer's plugin for Lit, which its command line has as `--litelement`. */
declare module '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js' {
  export function litPlugin(): readonly object[];
}
