import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds the server. */
const server = process.env.KINDLING_SERVER ?? 'http://127.0.0.1:8787';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    // A folder of its own: the site's assets lie under /assets.
    assetsDir: 'room-assets',
    // The policy allows no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: {
    port: 5174,
    proxy: {
      '/room/': {
        target: server,
        changeOrigin: false,
        // The page is here, everything else about a room is the server's.
        bypass: ({ headers }) =>
          headers.accept?.includes('text/html') ? '/index.html' : undefined,
      },
      '/favicon.svg': { target: server, changeOrigin: false },
    },
  },
});
