import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { createLoopbackClient } from '../../packages/media/src/testing/loopback-client.ts';
import { createIsolatedLivekitEngine } from '../../packages/media-livekit/src/index.ts';
import { startOwnLivekit } from '../../scripts/test-livekit.ts';
import { connectOverLivekit } from '../support/calls/connect-over-livekit.ts';
import { livekitAt } from '../support/server/livekit.ts';

const livekit = await startOwnLivekit();
const skipped = livekit === null ? ' (SKIPPED: there is no LiveKit)' : '';
afterAll(() => livekit?.stop());

it.skipIf(livekit === null)(
  `LiveKit dies: callers are refused, and come back to the same room when it is there again${skipped}`,
  async () => {
    if (livekit === null) return;
    const engine = await createIsolatedLivekitEngine({
      ...livekitAt(livekit.url),
      // Longer than a restart takes.
      reconnectGrace: 60_000,
    });
    const name = randomUUID();
    const left: string[] = [];
    const room = engine.createRoom({
      name,
      path: `/room/${name}`,
      maxParticipants: 1,
      onParticipantLeft: (_, reason) => void left.push(reason),
    });
    const heard: unknown[] = [];
    const agent = room.addAgent({
      userName: 'Vapi Speaker',
      sampleRate: 16_000,
      onAudio: () => undefined,
      onAppMessage: (data) => void heard.push(data),
    });
    const first = await createLoopbackClient();
    const answer = await room.join({ sdp: first.offer, version: 3 });
    const key = answer.location.slice(answer.location.lastIndexOf('/') + 1);
    await connectOverLivekit(first, answer.sdp);
    const tracks = { audio: true };
    const subscribe = { type: 'subscribe', sessionId: agent.sessionId, tracks, seq: 1 };
    first.sendText(JSON.stringify(subscribe));
    await first.until(({ events }) => events.some(({ type }) => type === 'participant-updated'));

    await livekit.kill();
    const next = await createLoopbackClient();
    await expect(room.restart(key, { sdp: next.offer })).rejects.toMatchObject({
      code: 'unavailable',
    });
    await livekit.start();
    await expect
      .poll(
        () =>
          room.restart(key, { sdp: next.offer }).then(({ sdp }) => connectOverLivekit(next, sdp)),
        {
          timeout: 60_000,
        },
      )
      .toBeUndefined();
    next.sendText(JSON.stringify({ type: 'app-message', to: '*', data: 'again', seq: 2 }));
    await expect.poll(() => heard).toEqual(['again']);
    agent.output.write(new Int16Array(8_000));
    await expect.poll(() => agent.output.playedSamples).toBe(8_000);
    expect(left).toEqual([]);
    await room.close('over');
    await engine.close();
    first.close();
    next.close();
  },
);
