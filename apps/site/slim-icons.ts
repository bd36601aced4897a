import { join } from 'node:path';
import type { Plugin } from 'vite';

const slim = join(import.meta.dirname, 'src/ui/art/create-icon.ts');

/**
 * Lucide's icons are data plus a component factory, 1.5 kB gzip of the first load.
 * A built site takes the data and creates the components itself.
 */
export function slimIcons(): Plugin {
  return {
    name: 'kindling:slim-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const fromIcon = /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/.test(importer);
      return fromIcon && source === '../createLucideIcon.mjs' ? slim : null;
    },
  };
}
