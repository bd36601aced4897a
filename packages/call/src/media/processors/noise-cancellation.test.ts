import { afterEach, expect, it, vi } from 'vitest';
import { asTrack, FakeTrack } from '../../testing/fake-media.ts';
import { VirtualClock } from '../../testing/virtual-clock.ts';
import { cancelNoise } from './noise-cancellation.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser's sound as far as the processor asks for it; `onMade`: the processor was made. */
function stubSound(onMade: (context: FakeContext) => void): void {
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal('MediaStream', class {});
  vi.stubGlobal(
    'AudioWorkletNode',
    class {
      readonly port = { onmessage: () => {}, postMessage() {} };

      constructor(context: FakeContext) {
        queueMicrotask(() => {
          onMade(context);
          this.port.onmessage();
        });
      }

      connect() {}
      disconnect() {}
    },
  );
  const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  vi.stubGlobal('fetch', async () => new Response(empty));
}

class FakeContext {
  state = 'running';
  onstatechange: (() => void) | null = null;
  readonly audioWorklet = { addModule: async () => {} };

  change(state: string): void {
    this.state = state;
    this.onstatechange?.();
  }
  createMediaStreamSource() {
    return { connect: (node: unknown) => node, disconnect() {} };
  }
  createMediaStreamDestination() {
    return { stream: { getAudioTracks: () => [new FakeTrack('processed')] } };
  }
  async close() {
    this.state = 'closed';
  }
}

it('fails when the browser stops processing sound', async () => {
  let context: FakeContext | undefined;
  stubSound((made) => {
    context = made;
  });
  const failed = vi.fn();
  await cancelNoise(asTrack(new FakeTrack()), new VirtualClock(), failed);
  context?.change('interrupted');
  expect(failed).toHaveBeenCalledOnce();
});

it('stopped-while-it-starts: is no processor, which would send silence', async () => {
  let context: FakeContext | undefined;
  stubSound((made) => {
    context = made;
    made.change('interrupted');
  });
  const starting = cancelNoise(asTrack(new FakeTrack()), new VirtualClock(), () => {});
  await expect(starting).rejects.toThrow('stopped processing sound');
  expect(context?.state).toBe('closed');
});
