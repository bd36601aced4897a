import type { LoopbackClient } from '../../../packages/media/src/testing/loopback-client.ts';

/** As `pingFirst` asks for: sends pings until one is answered. */
export async function connectOverLivekit(client: LoopbackClient, sdp: string): Promise<void> {
  client.accept(sdp);
  await client.until(({ ready }) => ready);
  const ping = () => client.ready && client.sendText(JSON.stringify({ type: 'ping', sentAt: 0 }));
  ping();
  const timer = setInterval(ping, 25);
  await client.until(({ events }) => events.some(({ type }) => type === 'pong'));
  clearInterval(timer);
}
