import type { Plugin } from 'vite';

/** Pages are readable without their scripts: style, fonts and images go first. Vite drops the attribute from a source page. */
export function lowPriorityScripts(): Plugin {
  return {
    name: 'kindling:low-priority-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(
          /<script type="module"|<link rel="modulepreload"/g,
          (tag) => `${tag} fetchpriority="low"`,
        ),
    },
  };
}
