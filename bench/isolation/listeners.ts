import { type Caller, callKindling } from '../../tests/support/calls/caller.ts';

/**
 * Callers in a separate process, so that the load cannot delay their clocks. Controlled
 * `look`, it answers with the gaps between packets since it was last told.
 */
const [url = '', count = '1'] = process.argv.slice(2);
const callers: Caller[] = [];
for (let index = 0; index < Number(count); index += 1) callers.push(await callKindling(url));
let lookedAt = performance.now();

process.on('message', async (message) => {
  if (message === 'end') {
    await Promise.all(callers.map((caller) => caller.hangUp()));
    // The native library keeps its threads.
    process.exit(0);
  }
  const since = lookedAt;
  lookedAt = performance.now();
  process.send?.(
    callers.flatMap(({ packetTimes }) =>
      packetTimes.flatMap((time, at) => {
        const before = packetTimes[at - 1];
        return time < since || before === undefined ? [] : [time - before];
      }),
    ),
  );
});
process.send?.('ready');
