import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';

/** Scripts of this folder, bundled, at an origin of their own; every other address is a page with the first. */
export async function serveBundles(...names: readonly [string, ...string[]]) {
  const { outputFiles } = await build({
    entryPoints: names.map((name) => new URL(`${name}.ts`, import.meta.url).pathname),
    bundle: true,
    format: 'esm',
    splitting: true,
    write: false,
    outdir: '/',
    logLevel: 'silent',
  });
  const files = new Map(outputFiles.map(({ path, text }) => [path, text]));
  const page = `<!doctype html><title>Bundles</title><body><script type="module" src="/${names[0]}.js"></script>`;
  const server = createServer((request, response) => {
    const script = files.get(request.url ?? '');
    response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript');
    response.end(script ?? page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
