import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { lowPriorityScripts } from './low-priority-scripts.ts';
import { pruneRouter } from './prune-router.ts';
import { slimIcons } from './slim-icons.ts';

const require = createRequire(import.meta.url);
const routerFolder = join(dirname(require.resolve('react-router/package.json')), 'dist');

/** Where `npm run dev` finds the server. */
const server = process.env.KINDLING_SERVER ?? 'http://127.0.0.1:8787';

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), pruneRouter(), slimIcons(), lowPriorityScripts()],
  resolve: {
    alias:
      command === 'build'
        ? // The package's exports lead to its development files; these are the same without the warnings.
          [{ find: /^react-router$/, replacement: join(routerFolder, 'production/index.mjs') }]
        : [],
  },
  build: {
    // Fonts and pictures remain separate files: the policy allows no data: fonts, and the HTML remains small.
    assetsInlineLimit: 0,
    // Preloading chunks would compete with the style sheet for the first paint.
    modulePreload: false,
    target: 'es2022',
  },
  server: {
    port: 5173,
    proxy: {
      '/call': { target: server, changeOrigin: false },
      '/room': { target: server, changeOrigin: false },
      '/rest': { target: server, changeOrigin: false },
      '/contact-requests': { target: server, changeOrigin: false },
      '/scheduling': { target: server, changeOrigin: false },
      '/talk/terms': { target: server, changeOrigin: false },
      '/site-config.json': { target: server, changeOrigin: false },
    },
  },
}));
