/**
 * Stands in the built site where an absolute address is needed (canonical, sitemap, link previews).
 * The server writes the deployment's own origin in its place, so one build serves every deployment.
 */
export const SITE_ORIGIN_PLACEHOLDER = 'https://kindling-origin.invalid';
