import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFeatureContext } from '../testing/feature-context.ts';
import { Recordings } from './recordings.ts';

describe('local recording', () => {
  const closed: string[] = [];
  const heard = new Set<unknown>();
  let recorder: FakeRecorder | undefined;

  class FakeRecorder {
    static isTypeSupported = () => true;
    state = 'inactive';
    ondataavailable: (event: { data: Blob }) => void = () => {};
    onstop = () => {};
    onerror = () => {};
    constructor() {
      recorder = this;
    }
    start() {
      this.state = 'recording';
    }
    piece(text: string) {
      this.ondataavailable({ data: new Blob([text]) });
    }
    stop() {
      this.state = 'inactive';
      this.piece('end');
      this.onstop();
    }
    /** A piece was due at the very moment. */
    stopAtPiece() {
      this.state = 'inactive';
      this.piece('due');
      this.piece('end');
      this.onstop();
    }
  }

  beforeEach(() => {
    closed.length = 0;
    heard.clear();
    vi.stubGlobal('MediaRecorder', FakeRecorder);
    vi.stubGlobal(
      'MediaStream',
      class {
        readonly tracks: unknown[];
        constructor(tracks: unknown[]) {
          this.tracks = tracks;
        }
      },
    );
    vi.stubGlobal(
      'AudioContext',
      class {
        createMediaStreamDestination = () => ({
          stream: { getAudioTracks: () => [], getTracks: () => [] },
        });
        createMediaStreamSource = ({ tracks }: { tracks: unknown[] }) => ({
          connect: () => heard.add(tracks[0]),
          disconnect: () => heard.delete(tracks[0]),
        });
        close = async () => void closed.push('audio');
      },
    );
  });
  afterEach(() => vi.unstubAllGlobals());

  async function start() {
    const made = createFeatureContext();
    const mic = { kind: 'audio' };
    made.own.push({ track: mic, on: true }, { track: { kind: 'audio' }, on: false });
    const recordings = new Recordings(made.context);
    recordings.start({ type: 'local', layout: { preset: 'audio-only' }, maxDuration: 10 });
    await expect.poll(() => made.emitted).toHaveLength(1);
    return { ...made, recordings, mic };
  }

  it('finishes once where a piece was due when it stopped', async () => {
    const { emitted } = await start();
    recorder?.stopAtPiece();
    await expect.poll(() => emitted.at(-1)?.[0]).toBe('recording-stopped');
    const data = emitted.filter(([name]) => name === 'recording-data');
    expect(data.map(([, event]) => event)).toEqual([
      { data: new TextEncoder().encode('due'), finished: false },
      { data: new TextEncoder().encode('end'), finished: true },
    ]);
  });

  it('gives its pieces in order, the last one finished', async () => {
    const { recordings, emitted, recorders, refreshed } = await start();
    expect([...recorders]).toEqual(['me']);
    recorder?.piece('one');
    recorder?.piece('two');
    recordings.stop({});
    await expect.poll(() => emitted.at(-1)?.[0]).toBe('recording-stopped');
    const data = (text: string, finished: boolean, bytes: number) => [
      ['recording-data', { data: new TextEncoder().encode(text), finished }],
      ['recording-stats', { local: true, bytes, duration: 0 }],
    ];
    expect(emitted.slice(0, -1)).toEqual([
      ['recording-started', { local: true, type: 'local', startedBy: 'me' }],
      ...data('one', false, 3),
      ...data('two', false, 6),
      ...data('end', true, 9),
    ]);
    expect(refreshed).toEqual(['me', 'me']);
    expect([closed, heard.size]).toEqual([['audio'], 0]);
  });

  it('hears the local participant and those who come', async () => {
    const { recordings, hooks, others, mic } = await start();
    expect([...heard]).toEqual([mic]);
    const track = { kind: 'audio' };
    others.push({ tracks: { audio: { track }, video: undefined } });
    hooks.emit('remoteChanged');
    expect([...heard]).toEqual([mic, track]);
    others.pop();
    hooks.emit('remoteChanged');
    expect([...heard]).toEqual([mic]);
    recordings.stop({});
  });

  it('ends with the call, and after its longest duration', async () => {
    const one = await start();
    one.hooks.emit('left');
    await expect.poll(() => one.emitted.at(-1)?.[0]).toBe('recording-stopped');
    const other = await start();
    await other.clock.advance(10_000);
    await expect
      .poll(() => other.emitted.at(-1))
      .toEqual(['recording-stopped', { duration: 10_000 }]);
  });

  it('frees what it opened where the browser refuses to record', async () => {
    const { context, emitted, recorders } = createFeatureContext();
    vi.stubGlobal(
      'MediaRecorder',
      class {
        static isTypeSupported = () => true;
        constructor() {
          throw new Error('No encoder.');
        }
      },
    );
    new Recordings(context).start({ type: 'local', layout: { preset: 'audio-only' } });
    await expect.poll(() => emitted).toEqual([['recording-error', { errorMsg: 'No encoder.' }]]);
    expect([closed, recorders.size]).toEqual([['audio'], 0]);
  });

  it('runs once at a time, and says so where the browser cannot', async () => {
    const { recordings, emitted } = await start();
    recordings.start({ type: 'local' });
    expect(emitted.at(-1)).toEqual([
      'recording-error',
      { errorMsg: 'A local recording is running already.' },
    ]);
    vi.stubGlobal('MediaRecorder', undefined);
    const plain = createFeatureContext();
    new Recordings(plain.context).start({ type: 'local' });
    await expect
      .poll(() => plain.emitted)
      .toEqual([['recording-error', { errorMsg: 'This browser cannot record.' }]]);
  });
});
