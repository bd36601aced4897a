import { join } from 'node:path';
import type { Rolldown } from 'vite';

const source = (file: string) => join(import.meta.dirname, 'src', file);

/**
 * One chunk for everything that the app's entry imports and that home and contact share: it compresses better than
 * nine. What the first script needs remains separate, because it must not wait for the rest.
 */
export const coreChunk: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [
    {
      name(id, graph) {
        const reaches = (file: string) =>
          reach(source(file), (module) => graph.getModuleInfo(module)?.importedIds ?? []).has(id);
        if (reaches('app/bootstrap.ts')) return null;
        const isShared = () => reaches('pages/home-page.tsx') && reaches('pages/contact-page.tsx');
        return reaches('app/entry-client.tsx') || isShared() ? 'entry-client' : null;
      },
    },
  ],
};

/** All static imports of `entry`. */
function reach(
  entry: string,
  importsOf: (id: string) => readonly string[],
  found = new Set<string>(),
): ReadonlySet<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  for (const next of importsOf(entry)) reach(next, importsOf, found);
  return found;
}
