import { svelte } from '@sveltejs/vite-plugin-svelte';

// The page's requests to `/checkout/…` go to your server.
export default {
  plugins: [svelte()],
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { '/checkout/': 'http://127.0.0.1:3000' },
  },
};
