import type { WebhookSecrets } from '../../http-out/webhook-secrets.ts';
import type { HandlersOf } from '../registrar.ts';

export function webhookHandlers(secrets: WebhookSecrets): HandlersOf<'webhook'> {
  return {
    'webhook.secret': async ({ token }) => ({ secret: secrets.of(token.orgId) }),
  };
}
