import type { AudioOutput } from '@kindling/protocol/audio-output';
import { expect, it } from 'vitest';
import { createManualClock } from '../../../../testing/server/manual-clock.ts';
import { createLiveMonitor } from './live-monitor.ts';

/** An output of which the test says what was played. */
function createOutput() {
  let written = 0;
  let played = 0;
  const listeners: ((played: number) => void)[] = [];
  const output: AudioOutput = {
    sampleRate: 16_000,
    get writtenSamples() {
      return written;
    },
    get playedSamples() {
      return played;
    },
    write(pcm) {
      written += pcm.length;
    },
    pause: () => {},
    resume: () => {},
    setGain: () => {},
    clear() {
      written = played;
      return played;
    },
    onPlayed(listener) {
      listeners.push(listener);
      return () => {};
    },
  };
  const play = (samples: number) => {
    played += samples;
    for (const listener of listeners) listener(played);
  };
  return { output, play };
}

function open(plan: object = { listenEnabled: true }) {
  const clock = createManualClock();
  const monitor = createLiveMonitor({
    clock,
    plan,
    conversation: () => null,
    writeLine: () => {},
    onEnd: () => {},
  });
  return { clock, monitor };
}

it('hears the caller on the left and what was played of the assistant on the right', () => {
  const { clock, monitor } = open();
  const { output, play } = createOutput();
  const tapped = monitor.tap(output);
  const frames: Int16Array[] = [];
  const stop = monitor.listen(
    (pcm) => frames.push(pcm),
    () => {},
  );
  monitor.handleAudio(new Int16Array(320).fill(7));
  tapped.write(new Int16Array(320).fill(1));
  tapped.write(new Int16Array(320).fill(2));
  play(160);
  // Cut here: what was not played is never heard.
  tapped.clear();
  tapped.write(new Int16Array(160).fill(3));
  play(160);
  clock.advance(20);
  expect(frames).toHaveLength(1);
  const [frame = new Int16Array()] = frames;
  expect(frame.filter((_, at) => at % 2 === 0)).toEqual(new Int16Array(320).fill(7));
  const right = [...frame.filter((_, at) => at % 2 === 1)];
  expect(right).toEqual([...Array(160).fill(1), ...Array(160).fill(3)]);
  stop?.();
  clock.advance(100);
  expect(frames).toHaveLength(1);
});

it('lets nobody listen where the plan does not, nor once it is over', () => {
  expect(
    open({}).monitor.listen(
      () => {},
      () => {},
    ),
  ).toBeNull();
  const { monitor } = open();
  let closed = 0;
  monitor.listen(
    () => {},
    () => (closed += 1),
  );
  monitor.close();
  expect([
    closed,
    monitor.listen(
      () => {},
      () => {},
    ),
  ]).toEqual([1, null]);
});
