import type { AssistantCreate, Warning, WorkflowCreate } from '@kindling/protocol';
import { badFields } from '../../../../platform/errors/bad-field.ts';
import { renewFields } from './older-fields.ts';
import { type SettleModelOptions, settleModel } from './settle-model.ts';
import type { LocalSpeech } from './settle-speech.ts';
import { actingTranscriberFields, settleTranscriber } from './settle-transcriber.ts';
import { actingVoiceFields, settleVoice } from './settle-voice.ts';

/** Of an assistant or a workflow's node: what speaks, hears and thinks. */
type Parts = Pick<AssistantCreate, 'model' | 'voice' | 'transcriber'>;

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
  workflow(workflow: WorkflowCreate, about: About): Promise<Settled<WorkflowCreate>>;
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

/** What is sent back to be stored still holds them where it was just stored. */
export function removeWarnings<Form extends object>(form: Form): Form {
  return Object.fromEntries(Object.entries(form).filter(([name]) => name !== 'warnings')) as Form;
}

export interface SettleOptions extends Omit<SettleModelOptions, 'orgId'> {
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
      ...(model && { model: await settleModel(model, { orgId, ...models }) }),
      ...(isSpoken &&
        voice && { voice: settleVoice(voice, { ...speech, stored, isOfPage: isVoiceOfPage }) }),
      ...(isSpoken &&
        transcriber && {
          transcriber: settleTranscriber(transcriber, { stored, isOfPage: isTranscriberOfPage }),
        }),
    };
    const warnings = [...unread, ...Object.values(settled).flatMap((one) => one.warnings)].map(
      (warning) => ({ ...warning, path: `${path}${warning.path}` }),
    );
    const replaced = warnings.filter((warning) => warning.path.endsWith('.provider'));
    if (isStrict && replaced.length > 0) throw badFields(replaced);
    const parts = Object.fromEntries(
      Object.entries(settled).map(([name, one]) => [name, one.part]),
    );
    return { ...named, ...parts, ...(warnings.length > 0 && { warnings }) };
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
    async workflow(workflow, about) {
      const { warnings = [], ...shared } = await settle(workflow, about);
      const nodes = await Promise.all(
        workflow.nodes.map(async (node, index) => {
          if (node.type !== 'conversation') return { node, found: [] };
          const path = `${about.path}nodes.${index}.`;
          const { warnings: found = [], ...settled } = await settle(node, { ...about, path });
          return { node: settled, found };
        }),
      );
      const all = [...warnings, ...nodes.flatMap(({ found }) => found)];
      return {
        ...shared,
        nodes: nodes.map(({ node }) => node),
        ...(all.length > 0 && { warnings: all }),
      };
    },
  };
}
