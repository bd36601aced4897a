import type { WebhookSecrets } from '../../platform/http-client/webhook-secrets.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';

export function webhookHandlers(secrets: WebhookSecrets): HandlersOf<'webhook'> {
  return {
    'webhook.secret': async ({ token }) => ({ secret: secrets.of(token.orgId) }),
  };
}
