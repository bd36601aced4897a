import {
  type LocalParticipant,
  ParticipantEvent,
  PublishTrackError,
  type TrackPublishOptions,
} from 'livekit-client';
import { expect, it } from 'vitest';
import type { OutgoingTrack } from '../port.ts';
import { publishAs } from './publish-options.ts';
import { SentTracks } from './sent-tracks.ts';

const mediaTrack = (enabled = true) =>
  ({ enabled, getSettings: () => ({ width: 640, height: 360 }) }) as MediaStreamTrack;
const microphone = (track: MediaStreamTrack | null, on = track !== null): OutgoingTrack => ({
  name: 'audio',
  media: 'audio',
  track,
  on,
});

/** As the client of LiveKit: it switches on what it is given. */
class FakePublication {
  readonly trackName: string;
  isMuted = false;
  paused = false;
  readonly encodings: RTCRtpEncodingParameters[] = [{}];
  readonly track;

  constructor(trackName: string, sent: MediaStreamTrack) {
    this.trackName = trackName;
    sent.enabled = true;
    const publication = this;
    this.track = {
      mediaStreamTrack: sent,
      sender: {
        getParameters: () => ({ encodings: publication.encodings }),
        async setParameters({ encodings }: { encodings: RTCRtpEncodingParameters[] }) {
          publication.encodings.splice(0, 9, ...encodings);
        },
      },
      async replaceTrack(next: MediaStreamTrack) {
        publication.track.mediaStreamTrack = next;
        next.enabled = !publication.isMuted;
        publication.paused = false;
      },
    };
  }

  async pauseUpstream() {
    this.paused = true;
  }

  async resumeUpstream() {
    this.paused = false;
  }

  async unmute() {
    this.isMuted = false;
    this.track.mediaStreamTrack.enabled = true;
  }
}

class FakeParticipant {
  readonly trackPublications = new Map<string, FakePublication>();
  permissions = { canPublish: true };
  readonly published: TrackPublishOptions[] = [];
  /** Holds a publication up until it is called. */
  release: (() => void) | null = null;
  holds = false;
  #permissionsChanged = () => {};

  on(event: string, handle: () => void) {
    if (event === ParticipantEvent.ParticipantPermissionsChanged) this.#permissionsChanged = handle;
  }

  async publishTrack(track: MediaStreamTrack, options: TrackPublishOptions) {
    if (!this.permissions.canPublish) throw new PublishTrackError('not permitted', 403);
    if (this.holds)
      await new Promise<void>((resolve) => {
        this.release = resolve;
      });
    const publication = new FakePublication(options.name ?? '', track);
    this.published.push(options);
    this.trackPublications.set(publication.trackName, publication);
    return publication;
  }

  permit(canPublish: boolean) {
    this.permissions = { canPublish };
    if (!canPublish) this.trackPublications.clear();
    this.#permissionsChanged();
  }
}

function setUp(tracks: readonly OutgoingTrack[] = []) {
  const participant = new FakeParticipant();
  const sent = new SentTracks(participant as unknown as LocalParticipant, tracks);
  const settled = () => new Promise<void>((resolve) => void setImmediate(resolve));
  return { participant, sent, settled, found: () => participant.trackPublications.get('audio') };
}

it('nothing is published before the connection is there, and then what is on', async () => {
  const camera: OutgoingTrack = { name: 'video', media: 'video', track: mediaTrack(), on: true };
  const { participant, sent, settled } = setUp([microphone(mediaTrack(false), false), camera]);
  expect(sent.describe()).toEqual([
    { mid: 'audio', name: 'audio', media: 'audio', on: false },
    { mid: 'video', name: 'video', media: 'video', on: true },
  ]);
  await settled();
  expect(participant.published).toEqual([]);
  sent.start();
  await settled();
  expect(participant.published.map(({ name }) => name)).toEqual(['video']);
});

it('a new name has to be sent to the server, once', async () => {
  const { sent } = setUp();
  const share: OutgoingTrack = { name: 'mine', media: 'video', track: mediaTrack(), on: true };
  expect(await sent.set({ ...share, track: null, on: false })).toBe(false);
  expect(await sent.set(share)).toBe(true);
  expect(await sent.set({ ...share, on: false })).toBe(false);
});

it('muted-while-publishing: who switched themselves off meanwhile is not heard', async () => {
  const track = mediaTrack();
  const { participant, sent, settled } = setUp([microphone(track)]);
  participant.holds = true;
  sent.start();
  await settled();
  track.enabled = false;
  const muting = sent.set(microphone(track, false));
  participant.release?.();
  await muting;
  await settled();
  expect(track.enabled).toBe(false);
});

it('another device while muted is not sent before it is on', async () => {
  const [first, second] = [mediaTrack(), mediaTrack(false)];
  const { sent, settled, found } = setUp([microphone(first)]);
  sent.start();
  await settled();
  await sent.set(microphone(second, false));
  expect([found()?.track.mediaStreamTrack, second.enabled]).toEqual([first, false]);
  second.enabled = true;
  await sent.set(microphone(second));
  expect([found()?.track.mediaStreamTrack, second.enabled]).toEqual([second, true]);
});

it('a device that is released is paused, and what an owner muted is unmuted by switching it on', async () => {
  const track = mediaTrack();
  const { sent, settled, found } = setUp([microphone(track)]);
  sent.start();
  await settled();
  await sent.set(microphone(null));
  expect(found()?.paused).toBe(true);
  await sent.set(microphone(track));
  expect(found()?.paused).toBe(false);
  Object.assign(found() ?? {}, { isMuted: true });
  await sent.set(microphone(track, false));
  expect(found()?.isMuted).toBe(true);
  await sent.set(microphone(track));
  expect(found()?.isMuted).toBe(false);
});

it('what may not be sent is no error, and is sent once it may be', async () => {
  const { participant, sent, settled, found } = setUp([microphone(mediaTrack())]);
  participant.permit(false);
  sent.start();
  await settled();
  expect(found()).toBeUndefined();
  participant.permit(true);
  await settled();
  expect(found()).toBeDefined();
  participant.permit(false);
  await settled();
  participant.permit(true);
  await settled();
  expect(participant.published).toHaveLength(2);
});

it('layers are published as they are asked for, and changed where they are', async () => {
  const layer = (scaleResolutionDownBy: number, maxBitrate: number) => ({
    scaleResolutionDownBy,
    maxBitrate,
    maxFramerate: 15,
  });
  const track = mediaTrack();
  const outgoing: OutgoingTrack = {
    ...{ name: 'video', media: 'video', track, on: true },
    encodings: [layer(4, 80_000), layer(1, 900_000)],
  };
  const options = publishAs(outgoing, track);
  expect(options).toMatchObject({
    name: 'video',
    source: 'camera',
    simulcast: true,
    videoEncoding: { maxBitrate: 900_000, maxFramerate: 15 },
    videoSimulcastLayers: [{ width: 160, height: 90, encoding: { maxBitrate: 80_000 } }],
  });
  expect(publishAs({ ...outgoing, name: 'mine' }, track).source).toBe('unknown');
  const { participant, sent, settled } = setUp([outgoing]);
  sent.start();
  await settled();
  const publication = participant.trackPublications.get('video');
  publication?.encodings.splice(0, 9, { rid: 'q' }, { rid: 'h' });
  await sent.set({ ...outgoing, encodings: [layer(2, 300_000)] });
  expect(publication?.encodings).toEqual([
    { rid: 'q', active: true, ...layer(2, 300_000) },
    { rid: 'h', active: false },
  ]);
});
