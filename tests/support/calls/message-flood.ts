import type { Caller } from './caller.ts';

/** What a page can flood its call with. */
export const FLOODS: Readonly<Record<string, unknown>> = {
  'typed turns of 3 kB': add('user', 'word '.repeat(600)),
  'context of 3 kB': add('system', 'word '.repeat(600)),
  'texts to say, 4 kB': JSON.stringify({ type: 'say', message: 'A word. '.repeat(500) }),
  'texts that cut the last': JSON.stringify({
    ...{ type: 'say', message: 'A word. '.repeat(100) },
    ...{ interruptAssistantEnabled: true, interruptionsEnabled: false },
  }),
  control: JSON.stringify({ type: 'control', control: 'say-first-message' }),
  typing: JSON.stringify({ type: 'typing' }),
  'unknown JSON of 3 kB': JSON.stringify({ type: 'sing', words: 'la '.repeat(1_000) }),
  'no JSON': '{"type":"add-message","message":'.padEnd(3_000, '['),
};

function add(role: 'user' | 'system', content: string): string {
  return JSON.stringify({ type: 'add-message', message: { role, content } });
}

/** Sends `count` messages at an even pace; resolves when the last is out, or the call is closed. */
export function flood(
  caller: Pick<Caller, 'send'>,
  message: unknown,
  { count, perSecond }: { readonly count: number; readonly perSecond: number },
): Promise<void> {
  const started = performance.now();
  let sent = 0;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(count, Math.ceil(((performance.now() - started) / 1_000) * perSecond));
      try {
        for (; sent < due; sent += 1) caller.send(message);
      } catch {
        // The server has put the caller out.
        sent = count;
      }
      if (sent < count) return;
      clearInterval(timer);
      resolve();
    }, 10);
  });
}
