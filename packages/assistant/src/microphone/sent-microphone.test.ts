import { describe, expect, it, vi } from 'vitest';
import { asCall, FakeCall } from '../testing/fake-call.ts';
import { grantedMicrophone } from '../testing/vapi-world.ts';
import { SentMicrophone } from './sent-microphone.ts';

interface Made {
  readonly of: object;
  readonly track: { live: boolean };
}

const made = vi.hoisted(() => [] as Made[]);

vi.mock('./microphone-gain.ts', () => ({
  amplifyMicrophone(of: object) {
    const track = { live: true };
    made.push({ of, track });
    return { track, setGain() {}, close: () => Object.assign(track, { live: false }) };
  },
}));

/** Devices open when the test says so; a track of the page is there at once, as in a real call. */
class SlowCall extends FakeCall {
  readonly opened = Promise.withResolvers<void>();
  #request = 0;

  override async setInputDevicesAsync(choice: { audioSource?: object; audioDeviceId?: string }) {
    this.done.push(['setInputDevicesAsync', choice]);
    this.#request += 1;
    const request = this.#request;
    if (choice.audioSource === undefined) await this.opened.promise;
    if (request === this.#request) this.sentTrack = choice.audioSource ?? { live: true, ...choice };
  }
}

function setUp({ ended = false } = {}) {
  made.length = 0;
  const call = new SlowCall();
  const { track } = grantedMicrophone();
  if (ended) track.readyState = 'ended';
  call.sentTrack = { live: true };
  const source = track as unknown as MediaStreamTrack;
  const release = vi.fn();
  const microphone = new SentMicrophone(asCall(call), { source, release }, () => {});
  return { call, microphone, release };
}

describe('louder and another one at the same time', () => {
  it('chosen-while-it-is-made-louder: the chosen one is heard', async () => {
    const { call, microphone, release } = setUp();
    const louder = microphone.setGain(2);
    call.opened.resolve();
    await Promise.all([louder, microphone.choose({ audioDeviceId: 'headset' })]);
    expect(call.sentTrack).toEqual({ live: true, audioDeviceId: 'headset' });
    expect(made.map(({ track }) => track.live)).toEqual([false]);
    expect(release).toHaveBeenCalledOnce();
  });

  it('made-louder-while-another-opens: that one is made louder', async () => {
    const { call, microphone, release } = setUp();
    const choosing = microphone.choose({ audioDeviceId: 'headset' });
    const louder = microphone.setGain(2);
    // The code that makes it louder is there before the device is.
    await import('./microphone-gain.ts');
    call.opened.resolve();
    await Promise.all([choosing, louder]);
    expect(made).toEqual([{ of: { live: true, audioDeviceId: 'headset' }, track: { live: true } }]);
    expect(call.sentTrack).toBe(made[0]?.track);
    expect(release).toHaveBeenCalledOnce();
  });
});

it('unplugged-before-the-call-was-made: the default one takes its place', () => {
  expect(setUp().call.done).toEqual([]);
  expect(setUp({ ended: true }).call.done).toEqual([
    ['setInputDevicesAsync', { audioDeviceId: null }],
  ]);
});
