import { resolve } from 'node:path';
import { ApiClient } from '@kindling/api-client';
import { talkUrl } from '@kindling/protocol/talk-address';
import { CommandError } from './assistant/command-error.ts';
import { explain, findServer } from './assistant/find-server.ts';
import { openTalkKey } from './assistant/open-talk-key.ts';
import { outcomeText } from './assistant/outcome-text.ts';
import { type AssistantWish, readArguments, USAGE } from './assistant/read-arguments.ts';
import { readKnowledge } from './assistant/read-knowledge.ts';
import { removeAssistant } from './assistant/remove-assistant.ts';
import { setUpAssistant } from './assistant/set-up-assistant.ts';

/** Creates an assistant on the running server, and prints the address where it answers. */

const root = resolve(import.meta.dirname, '..');

try {
  const wish = readArguments(process.argv.slice(2));
  process.stdout.write(wish === 'help' ? USAGE : await makeAssistant(wish));
} catch (error) {
  process.stderr.write(`${error instanceof CommandError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function makeAssistant(wish: AssistantWish): Promise<string> {
  // npm runs commands in the root of the project, wherever it was called.
  const files = await readKnowledge(wish.knowledge, process.env.INIT_CWD ?? process.cwd());
  const dataFolder = resolve(root, process.env.KINDLING_DATA || 'data');
  const server = await findServer(dataFolder, process.env, wish.url);
  const client = new ApiClient({ token: server.privateKey, baseUrl: server.url });
  try {
    if (wish.remove) return await removeAssistant(client, wish.name);
    const setUp = await setUpAssistant(client, wish, files);
    const key = await openTalkKey(client, setUp.assistant);
    const address = talkUrl(server.url, { assistantId: setUp.assistant.id, key });
    return outcomeText({ ...setUp, files, address });
  } catch (error) {
    throw explain(error, server);
  }
}
