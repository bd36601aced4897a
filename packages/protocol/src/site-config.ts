import { z } from 'zod';

/** `/site-config.json`: what one build of the site needs to know of its deployment. Urls may be relative. */
export const siteConfigSchema = z.object({
  voice: z.object({
    publicKey: z.string(),
    assistantId: z.uuid(),
    assistantName: z.string(),
    apiUrl: z.string(),
  }),
});
export type SiteConfig = z.infer<typeof siteConfigSchema>;
