import {
  type Assistant,
  type AssistantCreate,
  isOtherTool,
  type ToolCreate,
} from '@kindling/protocol';
import type { LlmConfig, TracesConfig } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { keepsWords } from '../assistants/retention-plans.ts';
import { planHooks } from '../assistants/runtime/hooks/plan-hooks.ts';
import { plannedModels } from '../assistants/runtime/settle/planned-models.ts';
import { namedOutputs, readOutputs } from '../calls/analysis/wanted-outputs.ts';
import { createKnowledgeBaseStore } from '../knowledge/knowledge-base-store.ts';
import { createOrgServers } from '../tools/org-servers.ts';
import { createToolStore } from '../tools/tool-store.ts';
import { findModelUrl } from './model-url.ts';
import { findTranscriberUrls, findVoiceUrls } from './speech-urls.ts';

/** Who else learns what is said in a call: what it is for, and on which host. */
export interface Hearer {
  readonly kind:
    | 'transcriber'
    | 'model'
    | 'voice'
    | 'knowledge'
    | 'tool'
    | 'webhook'
    | 'analysis'
    | 'traces'
    | 'listener';
  /** Empty: people, by this server. */
  readonly host: string;
}

export type WhoHears = (orgId: string, assistant: AssistantCreate | Assistant) => Promise<Hearer[]>;

export interface WhoHearsOptions {
  readonly db: Database;
  readonly llm: LlmConfig | null;
  /** Where traces go. */
  readonly traces: Pick<TracesConfig, 'url' | 'capturesContent'> | null;
}

/** Reads it from what an assistant is made of. */
export function createWhoHears({ db, llm, traces }: WhoHearsOptions): WhoHears {
  const orgServers = createOrgServers(db);
  const toolStore = createToolStore(db);
  const bases = createKnowledgeBaseStore(db);

  async function modelUrls(orgId: string, { model }: AssistantCreate) {
    const provider = model?.provider ?? 'kindling';
    if (model === undefined || provider === 'kindling') return [];
    const urls = await Promise.all(
      [model, ...plannedModels(model)].map((one) => findModelUrl(db, orgId, one)),
    );
    // This server's own answers where a hosted one does not.
    return [...urls, llm?.baseUrl];
  }

  async function knowledgeUrl(orgId: string, { model }: AssistantCreate) {
    const id = model?.knowledgeBaseId;
    const base = id ? await bases.find(orgId, id) : model?.knowledgeBase;
    return serverUrl(base);
  }

  async function toolUrls(orgId: string, { model, hooks }: AssistantCreate, otherwise?: string) {
    const hooked = planHooks(hooks, (text) => text).tools;
    const ids = [
      ...(model?.toolIds ?? []),
      ...hooked.flatMap((one) => ('toolId' in one ? one.toolId : [])),
    ];
    const stored = await Promise.all(ids.map((id) => toolStore.find(orgId, id)));
    const tools = [
      ...(model?.tools ?? []),
      ...hooked.flatMap((one) => ('tool' in one ? one.tool : [])),
      ...stored.flatMap((tool) => tool ?? []),
    ];
    return (tools as ToolCreate[]).map((tool) => {
      if (tool.type === 'apiRequest') return tool.url;
      if (isOtherTool(tool)) return undefined;
      if (tool.type === 'transferCall' && (tool.destinations?.length ?? 0) > 0) return undefined;
      return 'server' in tool || SERVED.has(tool.type) ? (serverUrl(tool) ?? otherwise) : undefined;
    });
  }

  /** Who is asked for what is taken down of its calls. */
  async function outputUrls(orgId: string, assistant: AssistantCreate | Assistant) {
    if (!keepsWords(assistant)) return [];
    const owners = { assistants: [assistant], workflowId: null };
    const outputs = await readOutputs(db, orgId, await namedOutputs(db, orgId, owners));
    const asked = outputs.filter(({ output }) => output.type !== 'regex');
    return Promise.all(
      asked.map(async ({ output: { model } }) => {
        const named = model && (await findModelUrl(db, orgId, model));
        return named ?? llm?.baseUrl;
      }),
    );
  }

  return async (orgId, assistant) => {
    const server = await orgServers.choose(orgId, assistant.server);
    const tellsServer = assistant.serverMessages?.length !== 0;
    const urls: (readonly [Hearer['kind'], string | undefined])[] = [
      ...(await findTranscriberUrls(db, orgId, assistant)).map(
        (url) => ['transcriber', url] as const,
      ),
      ...(await modelUrls(orgId, assistant)).map((url) => ['model', url] as const),
      ...(await findVoiceUrls(db, orgId, assistant)).map((url) => ['voice', url] as const),
      ['knowledge', await knowledgeUrl(orgId, assistant)],
      ...(await toolUrls(orgId, assistant, server?.url)).map(
        (url): [Hearer['kind'], string | undefined] => ['tool', url],
      ),
      ['webhook', tellsServer ? server?.url : undefined],
      ['analysis', assistant.analysisPlan ? llm?.baseUrl : undefined],
      ...(await outputUrls(orgId, assistant)).map((url) => ['analysis', url] as const),
      ['traces', traces?.capturesContent && keepsWords(assistant) ? traces.url : undefined],
    ];
    const hearers = urls.flatMap(([kind, url]): Hearer[] => {
      const host = hostOf(url);
      return host === null ? [] : [{ kind, host }];
    });
    if (assistant.monitorPlan?.listenEnabled) hearers.push({ kind: 'listener', host: '' });
    const keyOf = ({ kind, host }: Hearer) => `${kind} ${host}`;
    return [...new Map(hearers.map((hearer) => [keyOf(hearer), hearer])).values()];
  };
}

/** Tools that a server carries out, its own or the assistant's. */
const SERVED: ReadonlySet<string> = new Set([
  'function',
  'bash',
  'computer',
  'textEditor',
  'transferCall',
]);

function serverUrl(of: object | null | undefined): string | undefined {
  const server: unknown = of && 'server' in of ? of.server : undefined;
  if (typeof server !== 'object' || server === null || !('url' in server)) return undefined;
  return typeof server.url === 'string' ? server.url : undefined;
}

const THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Null: there is none, or it is this machine. The port is nobody's business, nor the rest of the address. */
function hostOf(url: string | undefined): string | null {
  if (url === undefined) return null;
  // A template such as https://{{host}}/x is nothing that could be named.
  if (!URL.canParse(url) || url.split('/')[2]?.includes('{')) return 'a server named in the call';
  const { hostname } = new URL(url);
  return THIS_MACHINE.test(hostname) ? null : hostname;
}
