import { standardSecret } from '../../platform/http-client/standard-webhook.ts';
import type { WebhookSecrets } from '../../platform/http-client/webhook-secrets.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';

export function webhookHandlers(secrets: WebhookSecrets): HandlersOf<'webhook'> {
  return {
    async 'webhook.secret'({ token }) {
      const secret = secrets.of(token.orgId);
      return { secret, standardSecret: standardSecret(secret) };
    },
  };
}
