import type { Plugin } from 'vite';

/**
 * React Router's browser build creates contexts and components at its top level without marking
 * them as pure, so a bundler keeps all of them. Marking them drops 9 kB gzip of unused code.
 */
export function pruneRouter(): Plugin {
  return {
    name: 'kindling:prune-router',
    apply: 'build',
    transform(code, id) {
      if (!/react-router\/dist\/production\/.*\.mjs$/.test(id)) return null;
      const pruned = code
        .replace(/^\w+\.displayName = "\w+";$/gm, '')
        .replace(/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1');
      return { code: pruned, map: null };
    },
  };
}
