import { createHmac } from 'node:crypto';

/** What requests to an organisation's servers are signed with: made from a secret of this server, never stored. */
export interface WebhookSecrets {
  of(orgId: string): string;
}

export function createWebhookSecrets(secret: Buffer): WebhookSecrets {
  return {
    of: (orgId) =>
      `whsec_${createHmac('sha256', secret).update(`webhook ${orgId}`).digest('base64url')}`,
  };
}
