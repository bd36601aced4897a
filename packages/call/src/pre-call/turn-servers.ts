import type { CallContext } from '../core/call-context.ts';

/** The TURN servers that the page configured (`setIceConfig`, `dailyConfig.iceConfig`). */
export function turnServers({ options }: CallContext): RTCIceServer[] {
  const servers = options().dailyConfig?.iceConfig?.iceServers ?? [];
  return servers.flatMap(({ urls, username, credential }) => {
    const turns = [urls].flat().filter((one) => /^turns?:/.test(one));
    if (turns.length === 0) return [];
    return [
      {
        urls: turns,
        ...(username === undefined ? {} : { username }),
        ...(credential === undefined ? {} : { credential }),
      },
    ];
  });
}
