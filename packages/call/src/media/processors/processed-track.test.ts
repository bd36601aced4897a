import { describe, expect, it } from 'vitest';
import { asTrack, FakeTrack } from '../../testing/fake-media.ts';
import { settle } from '../../testing/virtual-clock.ts';
import { ProcessedTrack, type TrackProcessor } from './processed-track.ts';

function setUp(holdsBack = false) {
  const outputs: (MediaStreamTrack | null)[] = [];
  const failures: unknown[] = [];
  const closed: MediaStreamTrack[] = [];
  const starting: { finish(): void; fail(error: Error): void; break(error: Error): void }[] = [];
  const processed = new ProcessedTrack({
    holdsBack,
    onChanged: () => outputs.push(processed.output),
    onFailed: (error) => failures.push(error),
  });
  const start = (raw: MediaStreamTrack, onFailed: (error: unknown) => void) =>
    new Promise<TrackProcessor>((resolve, reject) => {
      const track = asTrack(new FakeTrack(`processed ${raw.id}`));
      const finish = () => resolve({ track, close: () => closed.push(track) });
      starting.push({ finish, fail: reject, break: onFailed });
    });
  return { processed, outputs, failures, closed, starting, start };
}

const microphone = asTrack(new FakeTrack('one'));
const other = asTrack(new FakeTrack('two'));

describe('a processed track', () => {
  it('is the raw one at once, and the processed one when that is ready', async () => {
    const { processed, start, starting, outputs } = setUp();
    void processed.setProcessor(start);
    void processed.setRaw(microphone);
    expect(processed.output).toBe(microphone);
    starting[0]?.finish();
    await settle();
    expect(processed.output?.id).toBe('processed one');
    expect(outputs.at(-1)).toBe(processed.output);
  });

  it('stays raw when the processor fails, at the start or later', async () => {
    const { processed, start, starting, failures, closed } = setUp();
    void processed.setRaw(microphone);
    void processed.setProcessor(start);
    starting[0]?.fail(new Error('no worklet'));
    await settle();
    expect(processed.output).toBe(microphone);
    void processed.setProcessor(start);
    starting[1]?.finish();
    await settle();
    starting[1]?.break(new Error('crashed'));
    starting[1]?.break(new Error('again'));
    expect(processed.output).toBe(microphone);
    expect(closed).toHaveLength(1);
    expect(failures).toEqual([new Error('no worklet'), new Error('crashed')]);
  });

  it('switched-while-starting: what is ready too late is closed', async () => {
    const { processed, start, starting, closed, failures } = setUp();
    void processed.setProcessor(start);
    void processed.setRaw(microphone);
    void processed.setRaw(other);
    starting[0]?.finish();
    starting[1]?.finish();
    await settle();
    expect(processed.output?.id).toBe('processed two');
    expect(closed.map(({ id }) => id)).toEqual(['processed one']);
    void processed.setRaw(null);
    expect(closed.map(({ id }) => id)).toEqual(['processed one', 'processed two']);
    expect(processed.output).toBeNull();
    expect(failures).toEqual([]);
  });

  it('goes on with one processor until the next is ready', async () => {
    const { processed, start, starting, outputs, closed } = setUp(true);
    void processed.setRaw(microphone);
    void processed.setProcessor(start);
    starting[0]?.finish();
    await settle();
    const first = processed.output;
    outputs.length = 0;
    void processed.setProcessor((raw, onFailed) => start(raw, onFailed));
    expect([processed.output, closed]).toEqual([first, []]);
    starting[1]?.finish();
    await settle();
    expect(outputs).not.toContain(microphone);
    expect(processed.output).not.toBe(first);
    expect(closed).toEqual([first]);
    void processed.setProcessor(null);
    expect(processed.output).toBe(microphone);
    expect(closed).toHaveLength(2);
  });

  it('can be held back, so that nobody sees what a background is to hide', async () => {
    const { processed, start, starting, outputs } = setUp(true);
    void processed.setProcessor(start);
    void processed.setRaw(microphone);
    expect(processed.output).toBeNull();
    starting[0]?.finish();
    await settle();
    expect(outputs).not.toContain(microphone);
    void processed.setRaw(other);
    starting[1]?.fail(new Error('no WebGL'));
    await settle();
    expect(processed.output).toBe(other);
  });
});
