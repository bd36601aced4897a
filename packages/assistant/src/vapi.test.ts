import { afterEach, describe, expect, it, vi } from 'vitest';
import { Vapi } from './vapi.ts';
import type { VapiError } from './vapi-events.ts';

afterEach(() => vi.unstubAllGlobals());

interface World {
  readonly microphone?: () => Promise<unknown>;
  readonly answer?: () => Promise<Response>;
}

const granted = () => {
  const track = Object.assign(new EventTarget(), {
    kind: 'audio',
    readyState: 'live',
    stop: vi.fn(),
  });
  return { track, microphone: async () => ({ getAudioTracks: () => [track] }) };
};

function setUp({ microphone = granted().microphone, answer }: World = {}) {
  const fetch = vi.fn(answer ?? (async () => Response.json({}, { status: 500 })));
  const getUserMedia = vi.fn(microphone);
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('navigator', { userAgent: 'test', mediaDevices: { getUserMedia } });
  const vapi = new Vapi('pk', 'https://kindling.test/');
  const stages: string[] = [];
  const errors: VapiError[] = [];
  vapi.on('call-start-progress', ({ stage, status }) => stages.push(`${stage} ${status}`));
  vapi.on('error', (error) => errors.push(error));
  return { vapi, fetch, getUserMedia, stages, errors };
}

const refusal = Object.assign(new Error('Permission denied'), { name: 'NotAllowedError' });

describe('start', () => {
  it('needs somebody to call', async () => {
    const { vapi, errors, getUserMedia } = setUp();
    await expect(vapi.start()).rejects.toThrow('Assistant or Squad or Workflow must be provided.');
    expect(errors).toMatchObject([{ type: 'validation-error', stage: 'input-validation' }]);
    expect(getUserMedia).not.toHaveBeenCalled();
  });

  it('asks for the microphone first: who refuses it has made no call', async () => {
    const { vapi, fetch, stages, errors } = setUp({ microphone: () => Promise.reject(refusal) });
    await expect(vapi.start('a1')).rejects.toBe(refusal);
    expect(fetch).not.toHaveBeenCalled();
    expect(stages).toEqual(['initialization started', 'initialization failed']);
    expect(errors).toMatchObject([{ type: 'start-method-error', stage: 'initialization' }]);
  });

  it('frees the microphone when the call is refused, and can start again', async () => {
    const { track, microphone } = granted();
    const body = { code: 'rate_limited', message: 'Too many calls.', requestId: 'r' };
    const answer = async () => Response.json(body, { status: 429 });
    const { vapi, fetch, stages } = setUp({ microphone, answer });
    await expect(vapi.start('a1')).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
    expect(track.stop).toHaveBeenCalled();
    expect(stages.at(-1)).toBe('web-call-creation failed');
    await expect(vapi.start('a1')).rejects.toMatchObject({ code: 'rate_limited' });
    const [url, init] = fetch.mock.calls[0] as unknown as [string, RequestInit];
    expect(url).toBe('https://kindling.test/call/web');
    expect(JSON.parse(String(init.body))).toEqual({ assistantId: 'a1' });
  });

  it('a second start while started returns nothing and says why', async () => {
    const { vapi, stages } = setUp({ microphone: () => new Promise(() => {}) });
    void vapi.start('a1');
    expect(await vapi.start('a1')).toBeNull();
    expect(stages).toEqual(['initialization started', 'validation failed']);
  });

  it('stop-while-starting: resolves with nothing, and the microphone is free', async () => {
    const { track, microphone } = granted();
    let decide = () => {};
    const decided = new Promise<void>((resolve) => {
      decide = resolve;
    });
    const world = setUp({ microphone: () => decided.then(microphone) });
    const starting = world.vapi.start('a1');
    world.vapi.stop();
    decide();
    expect(await starting).toBeNull();
    expect(track.stop).toHaveBeenCalled();
    expect(world.fetch).not.toHaveBeenCalled();
    expect(world.errors).toEqual([]);
  });
});

it('without a call there is nothing to mute', async () => {
  const { vapi } = setUp();
  expect(() => vapi.setMuted(true)).toThrow('Call object is not available.');
  await expect(vapi.increaseMicLevel(2)).rejects.toThrow('Call object is not available.');
  expect(vapi.isMuted()).toBe(false);
  expect(vapi.getDailyCallObject()).toBeNull();
  vapi.say('nobody hears it');
  vapi.stop();
});
