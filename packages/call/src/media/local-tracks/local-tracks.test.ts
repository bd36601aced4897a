import { afterEach, describe, expect, it } from 'vitest';
import { asTrack, FakeTrack, fakeStream, namedError } from '../../testing/fake-media.ts';
import { createMediaCall, destroyAllCalls } from '../../testing/fake-media-call.ts';
import { settle } from '../../testing/virtual-clock.ts';
import { type LocalTrack, LocalTracks } from './local-tracks.ts';

afterEach(destroyAllCalls);

const screen = (withSound = true) => {
  const video = new FakeTrack('screen', 'video');
  const audio = new FakeTrack('system');
  return { video, audio, stream: fakeStream(video, ...(withSound ? [audio] : [])) };
};

async function join() {
  const made = createMediaCall({ videoSource: false });
  const started = made.heard('local-screen-share-started');
  const stopped = made.heard('local-screen-share-stopped');
  const canceled = made.heard('local-screen-share-canceled');
  const faults = made.heard('nonfatal-error');
  await made.call.join();
  return { ...made, started, stopped, canceled, faults };
}

describe('the screen', () => {
  it('is shared with its sound, hidden, shown again and stopped', async () => {
    const { call, devices, sent, started, stopped } = await join();
    const { video, audio, stream } = screen();
    devices.screen = stream;
    call.startScreenShare();
    await expect.poll(() => started).toHaveLength(1);
    expect(started).toHaveLength(1);
    expect(sent('screenVideo').at(-1)).toMatchObject({ track: video, on: true, media: 'video' });
    expect(sent('screenAudio').at(-1)).toMatchObject({ track: audio, on: true, media: 'audio' });
    expect(call.participants().local.screen).toBe(true);
    call.updateScreenShare({ screenVideo: { enabled: false }, screenAudio: { enabled: true } });
    expect([call.localScreenVideo(), call.localScreenAudio()]).toEqual([false, true]);
    expect(sent('screenVideo').at(-1)).toMatchObject({ on: false });
    call.updateScreenShare({ screenVideo: { enabled: true } });
    expect(call.localScreenVideo()).toBe(true);
    call.stopScreenShare();
    call.stopScreenShare();
    expect(stopped).toHaveLength(1);
    expect([video.readyState, audio.readyState]).toEqual(['ended', 'ended']);
    expect(sent('screenVideo').at(-1)).toMatchObject({ track: null, on: false });
    expect([call.localScreenVideo(), call.localScreenAudio()]).toEqual([false, false]);
  });

  it('ends by the browser’s own bar', async () => {
    const { call, devices, stopped } = await join();
    const { video, stream } = screen(false);
    devices.screen = stream;
    call.startScreenShare();
    await expect.poll(() => call.localScreenVideo()).toBe(true);
    expect(call.localScreenAudio()).toBe(false);
    video.end();
    expect(stopped).toHaveLength(1);
    expect(call.localScreenVideo()).toBe(false);
  });

  it('left-while-sharing: every track stops once, and none is asked to start again', async () => {
    const { call, devices, heard, started, stopped } = await join();
    const begun = heard('track-started');
    const ended = heard('track-stopped');
    const updated = heard('participant-updated');
    devices.screen = screen().stream;
    call.startScreenShare();
    await expect.poll(() => started).toHaveLength(1);
    const before = [begun.length, updated.length];
    expect(begun.map(({ type }) => type)).toEqual(['screenVideo', 'screenAudio']);
    await call.leave();
    await settle();
    expect([begun.length, updated.length]).toEqual(before);
    const names = ended.map(({ type }) => type).sort();
    expect(names).toEqual(['audio', 'screenAudio', 'screenVideo']);
    expect(stopped).toHaveLength(1);
  });

  it('can be a stream of the page, which stays the page’s; how it is sent is remembered', async () => {
    const { call, video } = { ...(await join()), ...screen() };
    call.startScreenShare({
      mediaStream: fakeStream(video),
      screenVideoSendSettings: 'detail-optimized',
    });
    await expect.poll(() => call.localScreenVideo()).toBe(true);
    await call.leave();
    expect(video.readyState).toBe('live');
    expect(call.localScreenVideo()).toBe(false);
  });

  it.each([
    ['NotAllowedError', 'Permission denied', 1, 0],
    ['NotAllowedError', 'Permission denied by system', 0, 1],
    ['NotReadableError', 'Could not start', 0, 1],
  ])('%s %s: canceled %i, error %i', async (name, message, canceledTimes, errors) => {
    const { call, devices, canceled, faults } = await join();
    devices.screen = namedError(name, message);
    call.startScreenShare();
    await expect.poll(() => canceled.length + faults.length).toBe(1);
    expect(canceled).toHaveLength(canceledTimes);
    expect(faults.filter(({ type }) => type === 'screen-share-error')).toHaveLength(errors);
  });

  it('left-while-choosing: is let go of when it comes', async () => {
    const { call, devices, started } = await join();
    const { video, stream } = screen();
    devices.screen = stream;
    let choose = () => {};
    devices.gate = new Promise((resolve) => {
      choose = resolve;
    });
    call.startScreenShare();
    await expect.poll(() => devices.screenPrompts).toBe(1);
    await call.leave();
    choose();
    await settle();
    expect(started).toEqual([]);
    expect(video.readyState).toBe('ended');
  });

  it('ended-while-loading: a stream of the page is not said to be shared', async () => {
    const { call, started, stopped } = await join();
    const { video, stream } = screen();
    call.startScreenShare({ mediaStream: stream });
    video.end();
    await expect.poll(() => started).toHaveLength(1);
    expect(stopped).toHaveLength(1);
    expect(call.localScreenVideo()).toBe(false);
  });

  it('stopped-while-loading: nobody is asked', async () => {
    const { call, devices } = await join();
    call.startScreenShare();
    call.stopScreenShare();
    call.startScreenShare();
    await expect.poll(() => devices.screenPrompts).toBe(1);
    await settle();
    expect(devices.screenPrompts).toBe(1);
  });
});

describe('custom tracks', () => {
  it('are sent under their name as long as they live', async () => {
    const { call, sent } = await join();
    const track = new FakeTrack('lyre');
    const name = await call.startCustomTrack({
      track: asTrack(track),
      mode: 'music',
      trackName: 'lyre',
    });
    expect(name).toBe('lyre');
    expect(sent('lyre').at(-1)).toMatchObject({
      track,
      media: 'audio',
      audioMode: { stereo: true },
    });
    expect(track.contentHint).toBe('music');
    expect(call.participants().local.tracks.lyre?.state).toBe('playable');
    expect(await call.stopCustomTrack('lyre')).toBe('lyre');
    expect(sent('lyre').at(-1)).toMatchObject({ track: null, on: false });
    expect(call.participants().local.tracks.lyre).toBeUndefined();
    expect(track.readyState).toBe('live');
  });

  it('get names of their own, and none twice', async () => {
    const { call } = await join();
    const names = [];
    for (const kind of ['audio', 'video'] as const) {
      names.push(await call.startCustomTrack({ track: asTrack(new FakeTrack('x', kind)) }));
    }
    expect(new Set(names).size).toBe(2);
    const track = asTrack(new FakeTrack());
    await expect(call.startCustomTrack({ track, trackName: String(names[0]) })).rejects.toThrow(
      'already',
    );
    await expect(call.startCustomTrack({ track, trackName: 'video' })).rejects.toThrow('already');
  });

  it('left-while-loading: is not sent in the next call', async () => {
    const { call, sent } = await join();
    const starting = call.startCustomTrack({ track: asTrack(new FakeTrack()), trackName: 'late' });
    void call.leave();
    await expect(starting).rejects.toThrow('left');
    expect(sent('late')).toEqual([]);
  });

  it('ended-while-loading: is gone', async () => {
    const { call, sent } = await join();
    const track = new FakeTrack('short');
    const starting = call.startCustomTrack({ track: asTrack(track), trackName: 'short' });
    track.end();
    expect(await starting).toBe('short');
    expect(sent('short').at(-1)).toMatchObject({ track: null });
    expect(call.participants().local.tracks.short).toBeUndefined();
  });

  it('end with the track and with the call', async () => {
    const { call, sent } = await join();
    const [first, second] = [new FakeTrack('a'), new FakeTrack('b')];
    await call.startCustomTrack({ track: asTrack(first), trackName: 'a' });
    await call.startCustomTrack({ track: asTrack(second), trackName: 'b' });
    first.end();
    expect(sent('a').at(-1)).toMatchObject({ track: null });
    await call.leave();
    expect(call.participants()).toEqual({});
    expect(second.readyState).toBe('live');
    await call.join();
    expect(call.participants().local.tracks.b).toBeUndefined();
  });
});

describe('one table of what is sent', () => {
  it('keeps what another part said of a track, also before the track is there', () => {
    const changed: LocalTrack[] = [];
    const tracks = new LocalTracks({ onChanged: (one) => changed.push(one), onStateChanged() {} });
    const encodings = [{ maxBitrate: 1 }];
    tracks.update('video', { encodings });
    const off = { subscribed: true, state: 'off' } as const;
    const video = { name: 'video', media: 'video', track: null, on: false, state: off } as const;
    tracks.set(video);
    tracks.set(video);
    expect(changed).toEqual([{ ...video, encodings }]);
    const next = [{ maxBitrate: 2 }];
    tracks.update('video', { encodings: next });
    expect(changed.at(-1)?.encodings).toBe(next);
  });
});
