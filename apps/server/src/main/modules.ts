import { registerAnalytics } from '../modules/analytics/register.ts';
import { registerAssistants } from '../modules/assistants/register.ts';
import { registerCalls } from '../modules/calls/register.ts';
import { registerCampaigns } from '../modules/campaigns/register.ts';
import { registerChats } from '../modules/chats/register.ts';
import { registerCredentials } from '../modules/credentials/register.ts';
import { registerPeople } from '../modules/erasure/register.ts';
import { registerEvals } from '../modules/evals/register.ts';
import { registerFiles } from '../modules/files/register.ts';
import { registerKnowledgeBases } from '../modules/knowledge/register.ts';
import { registerLogs } from '../modules/logs/register.ts';
import { registerOrgs } from '../modules/orgs/register.ts';
import { registerPhoneNumbers } from '../modules/phone-numbers/register.ts';
import { registerProviders } from '../modules/providers/register.ts';
import { registerRetention } from '../modules/retention/register.ts';
import { registerSessions } from '../modules/sessions/register.ts';
import { registerSquads } from '../modules/squads/register.ts';
import { registerStructuredOutputs } from '../modules/structured-outputs/register.ts';
import { registerSupport } from '../modules/support/register.ts';
import { registerTemplates } from '../modules/templates/register.ts';
import { registerTestSuites } from '../modules/test-suites/register.ts';
import { registerTokens } from '../modules/tokens/register.ts';
import { registerTools } from '../modules/tools/register.ts';
import { registerVoiceLibrary } from '../modules/voice-library/register.ts';
import { registerWebhooks } from '../modules/webhooks/register.ts';
import { registerWorkflows } from '../modules/workflows/register.ts';
import type { Handlers } from '../platform/requests/operation-handlers.ts';
import { registerRecordings } from '../rooms/recording/register.ts';
import { registerRooms } from '../rooms/signalling/register.ts';
import type { ServerContext } from './server-context.ts';

/** Every resource, a line each: the compiler names the operations that nobody answers. */
export function registerModules(context: ServerContext): Handlers {
  return {
    ...registerAnalytics(context),
    ...registerAssistants(context),
    ...registerCalls(context),
    ...registerCampaigns(context),
    ...registerChats(context),
    ...registerCredentials(context),
    ...registerEvals(context),
    ...registerFiles(context),
    ...registerKnowledgeBases(context),
    ...registerLogs(context),
    ...registerOrgs(context),
    ...registerPeople(context),
    ...registerPhoneNumbers(context),
    ...registerProviders(context),
    ...registerRecordings(context),
    ...registerRetention(context),
    ...registerRooms(context),
    ...registerSessions(context),
    ...registerSquads(context),
    ...registerStructuredOutputs(context),
    ...registerSupport(context),
    ...registerTemplates(context),
    ...registerTestSuites(context),
    ...registerTokens(context),
    ...registerTools(context),
    ...registerVoiceLibrary(context),
    ...registerWebhooks(context),
    ...registerWorkflows(context),
  };
}
