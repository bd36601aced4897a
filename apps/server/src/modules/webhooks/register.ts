import { createWebhookSecrets } from '../../platform/http-client/webhook-secrets.ts';
import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { webhookHandlers } from './handlers.ts';

export function registerWebhooks({
  secrets,
}: Pick<PlatformContext, 'secrets'>): HandlersOf<'webhook'> {
  return webhookHandlers(createWebhookSecrets(secrets.session));
}
