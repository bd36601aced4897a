import { z } from 'zod';

const logLine = z.object({ msg: z.string(), callId: z.string().optional() });

/** What lines of a server's log mean for who watches. */
const MEANINGS: Readonly<Record<string, string>> = {
  'node is over': 'knows that the other one is dead',
  'calls of a dead server wait for their visitors':
    'has claimed its calls, and waits for their pages',
  'call of a dead server resumed': 'has opened the room anew, with all that was said',
  'call joined': 'has the page in the room',
  'call ended': 'has ended and stored the call',
};

/** Says of a server's log what belongs to calls and their takeover, and when. */
export function narrate(name: string, say: (line: string) => void): (line: string) => void {
  return (line) => {
    const meaning = MEANINGS[messageOf(line) ?? ''];
    if (meaning !== undefined) say(`  ${timeOfDay()}  ${name} ${meaning}`);
    if (line.startsWith('Building')) say(`  ${line}`);
  };
}

export function timeOfDay(): string {
  return new Date().toISOString().slice(11, 23);
}

function messageOf(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return logLine.safeParse(JSON.parse(line)).data?.msg;
  } catch {
    return undefined;
  }
}
