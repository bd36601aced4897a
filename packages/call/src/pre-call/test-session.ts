import type { CallContext } from '../core/call-context.ts';
import { CallError } from '../core/call-error.ts';
import { loadEngine } from '../engine/load-engine.ts';
import type { Engine, OutgoingTrack } from '../engine/port.ts';

export interface TestSession {
  readonly engine: Engine;
  /** Set when the connection broke meanwhile. */
  lost(): CallError | null;
}

/** Checked in `find-rooms.ts` of the server: a private room that no one else can join. */
const TEST_ROOM = 'connection-test';

/** Joins the test room of the server at which the call's room is. Rejects with a `CallError`. */
export async function joinTestRoom(
  { dependencies, options }: CallContext,
  tracks: readonly OutgoingTrack[],
): Promise<TestSession> {
  const { url, dailyConfig } = options();
  if (url === undefined) {
    throw new CallError(
      'invalid-property',
      'This test needs to know the server: give the url of a room when the call object is made, or to load().',
    );
  }
  const { clock, importEngine } = dependencies;
  const createEngine = await loadEngine(importEngine, clock, () => {});
  let lost: CallError | null = null;
  const engine = createEngine({
    url: new URL(TEST_ROOM, url).href,
    clock,
    ...(dailyConfig?.iceConfig === undefined ? {} : { iceConfig: dailyConfig.iceConfig }),
    callbacks: {
      onEvent(event) {
        if (event.type === 'room-left') lost = new CallError('connection-error', event.message);
      },
      onTracksChanged() {},
      onInterrupted() {},
      onRestored() {},
      onNetworkQuality() {},
      onCpuLoad() {},
      onLost(error) {
        lost = error;
      },
    },
  });
  await engine.join({ userName: 'Connection test' }, tracks);
  engine.startEvents();
  return { engine, lost: () => lost };
}
