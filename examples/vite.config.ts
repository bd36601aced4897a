import { resolve } from 'node:path';
import { defineConfig } from 'vite';

const page = (name: string) => resolve(import.meta.dirname, name, 'index.html');
const server = process.env.KINDLING_SERVER ?? 'http://127.0.0.1:8790';

export default defineConfig({
  root: import.meta.dirname,
  build: {
    target: 'es2022',
    rollupOptions: { input: [page('.'), page('voice-call'), page('two-people'), page('frame')] },
  },
  server: {
    // By number: a name may mean another address to a browser than to Node.
    host: '127.0.0.1',
    port: 5175,
    strictPort: true,
    // Requests keep this page's host, so that the server takes them for its own site's.
    proxy: Object.fromEntries(
      ['/call', '/room', '/room-assets', '/site-config.json'].map((path) => [
        path,
        { target: server, changeOrigin: false },
      ]),
    ),
  },
});
