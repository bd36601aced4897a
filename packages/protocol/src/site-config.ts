import { z } from 'zod';

/** `/site-config.json`: what one build of the site needs to know of its deployment. Urls may be relative. */
export const siteConfigSchema = z.object({
  voice: z.object({
    publicKey: z.string(),
    assistantId: z.uuid(),
    assistantName: z.string(),
    apiUrl: z.string(),
    /** After this the server ends a call; the notice before the call says so. */
    maxDurationSeconds: z.number().optional(),
    /** What becomes of what is said, in sentences for the notice before the call. */
    notice: z.array(z.string()).optional(),
    /** What the assistant says first; shown where it answers in writing. */
    firstMessage: z.string().optional(),
  }),
  /** A PostgREST backend with a table `subscriptions`: this server, or a hosted one. */
  leads: z.object({
    /** What stands before `/rest/v1/`; empty for the site's own origin. */
    url: z.string(),
    anonKey: z.string(),
  }),
  scheduling: z.object({
    /** Script that puts `initInlineWidget` on `window.Calendly`. */
    scriptUrl: z.string(),
    /** The booking page of the demo call. */
    link: z.string(),
  }),
});
export type SiteConfig = z.infer<typeof siteConfigSchema>;
