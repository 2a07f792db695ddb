import { resolve } from 'node:path';
import { defineConfig } from 'vite';

const root = resolve(import.meta.dirname, '..');
const page = (name: string) => resolve(root, `demo/merchant/${name}.html`);

/** The pages of the shop, with the package as npm would install it. */
export default defineConfig({
  root,
  build: {
    outDir: '.shop',
    target: 'es2022',
    // As new as the package itself needs: older ones have no light-dark(), and its replacement breaks nested schemes.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      input: {
        index: resolve(root, 'index.html'),
        shop: page('shop'),
        checkout: page('checkout'),
        callback: page('callback'),
        playground: page('playground'),
        gallery: page('gallery'),
      },
    },
  },
});
