import { groundModel, type KnowledgeSource, type Model } from '@kindling/conversation';
import type { AssistantCreate, KnowledgeBaseCreate } from '@kindling/protocol';
import type { Logger } from 'pino';
import type { CallServer } from '../../../../platform/http-client/call-server.ts';
import {
  type AssistantKnowledgeOptions,
  filesOfTools,
  knowledgeBaseOf,
} from '../../../knowledge/assistant-knowledge.ts';
import type { FileLibrary } from '../../../knowledge/file-library.ts';
import { createFileSource } from '../../../knowledge/file-source.ts';
import { createServerSource } from '../../../knowledge/server-source.ts';
import { filesOf } from '../../../references/files-of.ts';
import type { FindGuide } from './guides.ts';
import type { SelectOwnModel } from './own-models.ts';

export interface ChooseModelOptions extends AssistantKnowledgeOptions {
  readonly selectModel: SelectOwnModel;
  readonly findGuide: FindGuide;
  readonly library: FileLibrary;
  readonly callServer: CallServer;
  readonly now: () => number;
  readonly log: Logger;
}

/**
 * The model of an assistant, which looks into the assistant's files and knowledge base before it
 * answers. Throws `bad_request` for a model this server lacks and a knowledge base that is missing.
 */
export type ChooseModel = (orgId: string, assistant: AssistantCreate) => Promise<Model>;

export function createChooseModel(options: ChooseModelOptions): ChooseModel {
  const { selectModel, findGuide, library, callServer, now, log } = options;
  const onFault = (error: unknown) => log.warn({ err: error }, 'knowledge base failed');

  function openSource(
    orgId: string,
    base: KnowledgeBaseCreate | null,
    toolFiles: readonly string[],
  ): KnowledgeSource | null {
    if (base?.provider === 'custom-knowledge-base')
      return createServerSource({ orgId, server: base.server, callServer, now, onFault });
    const named = base === null ? [] : filesOf(base).map(({ id }) => id);
    const fileIds = [...new Set([...named, ...toolFiles])];
    if (base === null && fileIds.length === 0) return null;
    return createFileSource(library.open(orgId, fileIds), base?.searchPlan ?? {}, onFault);
  }

  return async (orgId, assistant) => {
    const usesLocalModel = (assistant.model?.provider ?? 'kindling') === 'kindling';
    const base = await knowledgeBaseOf(orgId, assistant, options);
    // A language model asks its query tools itself.
    const toolFiles = usesLocalModel ? await filesOfTools(orgId, assistant, options) : [];
    const source = openSource(orgId, base, toolFiles);
    if (source === null) return selectModel(assistant, orgId);
    if (!usesLocalModel) return groundModel(await selectModel(assistant, orgId), source, 'prompt');
    const mode = base?.provider === 'kindling' ? (base.mode ?? 'replace') : 'replace';
    return groundModel(findGuide({ name: assistant.name ?? null, mode }), source, 'passages');
  };
}
