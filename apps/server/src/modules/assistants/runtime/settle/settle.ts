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
import { renewFields } from './older-fields.ts';
import { renewNodes } from './older-nodes.ts';
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

export function createSettle({ speech, isStrict, ...models }: SettleOptions): Settle {
  async function settle<Named extends Parts>(
    written: Named,
    about: About,
  ): Promise<Settled<Named>> {
    const { orgId, path, isSpoken, isVoiceOfPage = false, isTranscriberOfPage = false } = about;
    const { named, warnings: unread } = renewFields(written);
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
    assistant: settle,
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
      const { workflow, warnings: renewed } = renewNodes(written);
      const { warnings = [], ...shared } = await settle(workflow, about);
      const nodes = await Promise.all(
        workflow.nodes.map(async (node, index) => {
          if (node.type !== 'conversation') return { node, found: [] };
          const path = `${about.path}nodes.${index}.`;
          // These stay beside the model, which may be the workflow's.
          const { tools, toolIds, ...parts } = node;
          const { warnings = [], ...settled } = await settle(parts, { ...about, path });
          const found = [...warnings, ...warningsOfTools(tools, `${path}tools`)];
          const own = { ...(tools && { tools }), ...(toolIds && { toolIds }) };
          return { node: { ...settled, ...own } as WorkflowNode, found };
        }),
      );
      const all = [
        ...renewed.map(({ path, message }) => ({ path: `${about.path}${path}`, message })),
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
