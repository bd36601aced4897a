import type { ApiClient } from '@kindling/api-client';
import type { Assistant, AssistantUpdate } from '@kindling/protocol';
import { CommandError } from './command-error.ts';
import { findOwn, MADE_BY } from './find-own.ts';
import { type KeptKnowledge, keepKnowledge } from './keep-knowledge.ts';
import type { AssistantWish } from './read-arguments.ts';

export interface SetUp {
  readonly assistant: Assistant;
  readonly outcome: 'made' | 'changed' | 'as it was';
  /** Null: none was named, and what it knew it still knows. */
  readonly knowledge: KeptKnowledge | null;
}

/**
 * Makes the assistant, or changes the one of this name that was made here before. Throws a `CommandError`
 * when the name is taken by one that was made elsewhere.
 */
export async function setUpAssistant(
  client: ApiClient,
  wish: AssistantWish,
  files: readonly File[],
): Promise<SetUp> {
  if (wish.voice !== undefined) await checkVoice(client, wish.voice);
  const before = await findOwn(client, wish.name);
  const knowledge =
    files.length === 0
      ? null
      : await keepKnowledge(client, files, before?.model?.knowledgeBase ?? null);
  try {
    if (before === null) {
      const assistant = await client.assistant.create({
        name: wish.name,
        metadata: { madeBy: MADE_BY },
        firstMessage: `Hello, I am ${wish.name}. What would you like to know?`,
        model: { provider: 'kindling' },
        ...changesOf(wish, knowledge, null),
      });
      return { assistant, outcome: 'made', knowledge };
    }
    const changes = changesOf(wish, knowledge, before);
    if (Object.keys(changes).length === 0) {
      return { assistant: before, outcome: 'as it was', knowledge };
    }
    const assistant = await client.assistant.update(before.id, changes);
    await knowledge?.removeFormer();
    return { assistant, outcome: 'changed', knowledge };
  } catch (error) {
    await knowledge?.takeBack();
    throw error;
  }
}

/** The fields that are not yet as they were asked for. */
function changesOf(
  { firstMessage, voice }: AssistantWish,
  knowledge: KeptKnowledge | null,
  before: Assistant | null,
): AssistantUpdate {
  const isVoice = before?.voice?.provider === 'kindling' && before.voice.voiceId === voice;
  return {
    ...(firstMessage === undefined || before?.firstMessage === firstMessage
      ? {}
      : { firstMessage }),
    ...(voice === undefined || isVoice ? {} : { voice: { provider: 'kindling', voiceId: voice } }),
    ...(knowledge === null || knowledge.isUnchanged
      ? {}
      : {
          model: {
            ...(before?.model ?? { provider: 'kindling' }),
            knowledgeBase: { provider: 'kindling', fileIds: [...knowledge.fileIds] },
          },
        }),
  };
}

async function checkVoice(client: ApiClient, voice: string): Promise<void> {
  const voices = (await client.voiceLibrary.list('kindling', {})).map((one) => one.providerId);
  if (voices.includes(voice)) return;
  throw new CommandError(`There is no voice “${voice}”. This server has ${voices.join(', ')}.`);
}
