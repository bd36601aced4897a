import type { HandlersOf } from '../../http/registrar/registrar.ts';
import type { WebhookSecrets } from '../../platform/http-client/webhook-secrets.ts';

export function webhookHandlers(secrets: WebhookSecrets): HandlersOf<'webhook'> {
  return {
    'webhook.secret': async ({ token }) => ({ secret: secrets.of(token.orgId) }),
  };
}
