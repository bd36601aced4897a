import type {
  AssistantCreate,
  KnownWorkflow,
  ToolCreate,
  Warning,
  WorkflowCreate,
  WorkflowNode,
} from '@kindling/protocol';
import { z } from 'zod';
import { badFields } from '../../../../platform/errors/bad-field.ts';
import type { CredentialStore } from '../../../credentials/credential-store.ts';
import { isSearchedHere } from '../../../references/files-of.ts';
import { toolWarnings } from '../../../tools/unavailable-tools.ts';
import { type ReadingFields, renewFields } from './older-fields.ts';
import { isNodeOfToday, renewNodes } from './older-nodes.ts';
import { type SettleModelOptions, settleModel } from './settle-model.ts';
import type { LocalSpeech, SettledPart } from './settle-speech.ts';
import { actingTranscriberFields, settleTranscriber } from './settle-transcriber.ts';
import { actingVoiceFields, settleVoice } from './settle-voice.ts';

/** Of an assistant or a workflow's node: what speaks, hears and thinks. */
type Parts = Pick<AssistantCreate, 'model' | 'voice' | 'transcriber'> & {
  readonly credentialIds?: unknown;
};

/** As it will be here, with what was put in another's place. */
export type Settled<Named> = Named & { readonly warnings?: readonly Warning[] };

export interface Settle {
  /**
   * Puts what this server has in the place of what it cannot reach, and says so.
   *
   * @throws `bad_request` for what cannot be reached, where the server is strict
   */
  assistant<Named extends Parts>(named: Named, about: About): Promise<Settled<Named>>;
  /** Where the server is strict, throws as `assistant` does; else nothing. */
  refuse(named: Parts, about: About): Promise<void>;
  workflow(workflow: WorkflowCreate, about: About): Promise<Settled<KnownWorkflow>>;
  /** Where the server is strict, throws for what was left out of a form as it was read; else nothing. */
  refuseFitted(warnings: readonly Warning[]): void;
  /** Paths of fields that no schema names, and that act with the providers there are. */
  actingFields(named: Parts, orgId: string): Promise<ReadonlySet<string>>;
}

export interface About {
  readonly orgId: string;
  /** Of the assistant in what was sent: '' or 'assistant.' */
  readonly path: string;
  /** Whether voice and ears matter: not in a chat. */
  readonly isSpoken: boolean;
  /** A page named the voice with a public key: it costs the organisation nothing. @default false */
  readonly isVoiceOfPage?: boolean;
  /** The same of the recogniser. @default false */
  readonly isTranscriberOfPage?: boolean;
}

export interface SettleOptions extends Omit<SettleModelOptions, 'orgId'> {
  readonly credentials: Pick<CredentialStore, 'providers' | 'unknown'>;
  readonly speech: LocalSpeech;
  readonly isStrict: boolean;
}

/** A workflow and its steps have prompts in fields of their own. */
const STEPS: ReadingFields = { readsPrompts: false };

export function createSettle({ speech, isStrict, ...models }: SettleOptions): Settle {
  async function settle<Named extends Parts>(
    written: Named,
    about: About,
    reading: ReadingFields = {},
  ): Promise<Settled<Named>> {
    const { orgId, path, isSpoken, isVoiceOfPage = false, isTranscriberOfPage = false } = about;
    const { named, warnings: unread } = renewFields(written, reading);
    const unasked =
      models.llm === null ? unaskedPlan(named as Pick<AssistantCreate, 'analysisPlan'>) : [];
    const { model, voice, transcriber } = named;
    const stored = await models.credentials.providers(orgId);
    const settled = {
      ...(model && { model: await settleModelWithParts(model, { orgId, ...models }) }),
      ...(isSpoken &&
        voice && { voice: settleVoice(voice, { ...speech, stored, isOfPage: isVoiceOfPage }) }),
      ...(isSpoken &&
        transcriber && {
          transcriber: settleTranscriber(transcriber, { stored, isOfPage: isTranscriberOfPage }),
        }),
    };
    const warnings = [
      ...unread,
      ...unasked,
      ...Object.values(settled).flatMap((one) => one.warnings),
      ...(await missingCredentials(named, orgId)),
    ].map((warning) => ({ ...warning, path: `${path}${warning.path}` }));
    const replaced = warnings.filter((warning) => warning.path.endsWith('.provider'));
    if (isStrict && replaced.length > 0) throw badFields(replaced);
    const parts = Object.fromEntries(
      Object.entries(settled).map(([name, one]) => [name, one.part]),
    );
    return { ...named, ...parts, ...(warnings.length > 0 && { warnings }) };
  }

  async function missingCredentials({ credentialIds }: Parts, orgId: string): Promise<Warning[]> {
    const ids = z.array(z.string()).safeParse(credentialIds).data ?? [];
    const missing = ids.length === 0 ? [] : await models.credentials.unknown(orgId, ids);
    return missing.map((id) => ({
      path: `credentialIds.${ids.indexOf(id)}`,
      message:
        'Your organisation has no credential with this id: the newest of its provider is used, where there is one.',
    }));
  }

  return {
    assistant: (named, about) => settle(named, about),
    async actingFields({ voice, transcriber }, orgId) {
      const stored = await models.credentials.providers(orgId);
      const about = { stored, isOfPage: false };
      return new Set([
        ...(voice ? actingVoiceFields(voice, { ...speech, ...about }) : []),
        ...(transcriber ? actingTranscriberFields(transcriber, about) : []),
      ]);
    },
    async refuse(named, about) {
      if (isStrict) await settle(named, about);
    },
    refuseFitted(warnings) {
      if (isStrict && warnings.length > 0) throw badFields(warnings);
    },
    async workflow(written, about) {
      const { workflow, warnings: renewed, loose } = renewNodes(written);
      if (isStrict && loose.length > 0)
        throw badFields(loose.map((one) => ({ ...one, path: `${about.path}${one.path}` })));
      const { warnings = [], ...shared } = await settle(workflow, about, STEPS);
      const nodes = await Promise.all(
        workflow.nodes.map(async (node) => {
          const index = written.nodes.findIndex(({ name }) => name === node.name);
          const path = `${about.path}nodes.${index}.`;
          const ofTools = nodeTools(written.nodes[index], path);
          if (node.type !== 'conversation') return { node, found: ofTools };
          const { warnings: found = [], ...settled } = await settle(
            node,
            { ...about, path },
            STEPS,
          );
          return { node: settled as WorkflowNode, found: [...found, ...ofTools] };
        }),
      );
      const all = [
        ...[...renewed, ...loose].map(({ path, message }) => ({
          path: `${about.path}${path}`,
          message,
        })),
        ...warnings,
        ...nodes.flatMap(({ found }) => found),
      ];
      return {
        ...shared,
        nodes: nodes.map(({ node }) => node),
        ...(all.length > 0 && { warnings: all }),
      };
    },
  };
}

/** What of a step's own tools does not act here as it says. */
function nodeTools(node: WorkflowCreate['nodes'][number] | undefined, path: string): Warning[] {
  if (node === undefined || !isNodeOfToday(node)) return [];
  if (node.type === 'tool') return node.tool ? toolWarnings(node.tool, `${path}tool.`) : [];
  if (node.type !== 'conversation') return [];
  return warningsOfTools(node.tools, `${path}tools`);
}

/** What only a language model of this server could find out about a call. */
function unaskedPlan({ analysisPlan }: Pick<AssistantCreate, 'analysisPlan'>): Warning[] {
  if (!analysisPlan) return [];
  const { summaryPlan, successEvaluationPlan, structuredDataPlan } = analysisPlan;
  const { structuredDataMultiPlan = [] } = analysisPlan;
  const isAsked =
    summaryPlan?.enabled !== false ||
    successEvaluationPlan?.enabled !== false ||
    [structuredDataPlan, ...structuredDataMultiPlan.map(({ plan }) => plan)].some(
      (plan) => plan?.enabled === true,
    );
  const message =
    'Nothing is found out about calls: this server has no language model of its own to ask.';
  return isAsked ? [{ path: 'analysisPlan', message }] : [];
}

type Model = NonNullable<AssistantCreate['model']>;

/** The model, with what it looks into and may ask for. */
async function settleModelWithParts(
  model: Model,
  options: SettleModelOptions,
): Promise<SettledPart<Model>> {
  const { part, warnings } = await settleModel(model, options);
  const { knowledgeBase, ...rest } = part;
  const isElsewhere =
    knowledgeBase !== undefined && knowledgeBase !== null && !isSearchedHere(knowledgeBase);
  const found = isElsewhere
    ? [
        {
          path: 'model.knowledgeBase.provider',
          message: `This server cannot search a knowledge base of "${knowledgeBase.provider}": it is left aside.`,
        },
      ]
    : [];
  const ofTools = warningsOfTools(model.tools, 'model.tools');
  return { part: isElsewhere ? rest : part, warnings: [...warnings, ...found, ...ofTools] };
}

function warningsOfTools(tools: readonly ToolCreate[] = [], path: string): Warning[] {
  return tools.flatMap((tool, index) => toolWarnings(tool, `${path}.${index}.`));
}
