import type { SetUp } from './set-up-assistant.ts';

interface Outcome extends SetUp {
  readonly files: readonly File[];
  /** Where the assistant answers. */
  readonly address: string;
}

/** What is printed when all went well. */
export function outcomeText({ assistant, outcome, knowledge, files, address }: Outcome): string {
  const { name, firstMessage, voice } = assistant;
  const words = { made: 'is ready', changed: 'has changed', 'as it was': 'is as it was' };
  return `
  ${name} ${words[outcome]}.

  talk        ${address}

  knows       ${knowledge === null ? knownBefore(assistant) : files.map((file) => file.name).join(', ')}
  says first  ${firstMessage ?? 'nothing: it waits for you'}
  voice       ${voice?.voiceId ?? 'the default one'}

  Open the address, press “Start call” or “Type instead”, and ask. Whoever has the address can talk
  with ${name}. Run the same command again to change ${name}; the address stays.
`;
}

function knownBefore({ model }: SetUp['assistant']): string {
  const base = model?.knowledgeBase;
  const count = base?.provider === 'kindling' ? base.fileIds.length : 0;
  if (count > 0) return `what it knew: ${count} file${count === 1 ? '' : 's'}`;
  return 'what the site’s own agent knows; --knowledge <file> gives it something of yours';
}
