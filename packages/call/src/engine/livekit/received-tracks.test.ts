import { EventEmitter } from 'node:events';
import { type Room, RoomEvent } from 'livekit-client';
import { expect, it } from 'vitest';
import { ReceivedTracks } from './received-tracks.ts';

class FakePublication {
  readonly trackName: string;
  readonly kind: 'audio' | 'video';
  readonly asked: boolean[] = [];
  readonly qualities: number[] = [];
  track: { mediaStreamTrack: MediaStreamTrack } | undefined;

  constructor(trackName: string, kind: 'audio' | 'video') {
    this.trackName = trackName;
    this.kind = kind;
  }

  get isSubscribed() {
    return this.track !== undefined;
  }

  setSubscribed(wanted: boolean) {
    this.asked.push(wanted);
  }

  setVideoQuality(quality: number) {
    this.qualities.push(quality);
  }
}

function setUp() {
  const room = Object.assign(new EventEmitter(), {
    remoteParticipants: new Map<string, unknown>(),
  });
  let changes = 0;
  const received = new ReceivedTracks(room as unknown as Room, () => {
    changes += 1;
  });
  const add = (identity: string, publications: readonly FakePublication[], joined = 1) => {
    const participant = {
      identity,
      joinedAt: new Date(joined),
      trackPublications: new Map(publications.map((one) => [one.trackName, one])),
    };
    room.remoteParticipants.set(identity, participant);
    for (const one of publications) room.emit(RoomEvent.TrackPublished, one, participant);
    const arrive = (publication: FakePublication, id: string) => {
      publication.track = { mediaStreamTrack: { id } as MediaStreamTrack };
      room.emit(RoomEvent.TrackSubscribed, publication.track, publication, participant);
    };
    return { arrive };
  };
  return { received, add, changes: () => changes };
}

it('subscribes to what the room says, before and after it is published, and to nothing else', () => {
  const { received, add } = setUp();
  const [video, audio, mine] = [
    new FakePublication('video', 'video'),
    new FakePublication('audio', 'audio'),
    new FakePublication('my own', 'video'),
  ];
  add('ada:1', [video, audio]);
  expect([video.asked, audio.asked]).toEqual([[], []]);
  received.receive(['ada * video', 'ada * my own', 'bob * audio']);
  received.receive(['ada * video', 'ada * my own', 'bob * audio']);
  expect([video.asked, audio.asked]).toEqual([[true], []]);
  add('ada:1', [video, audio, mine]);
  expect(mine.asked).toEqual([true]);
  received.receive([]);
  expect([video.asked, mine.asked]).toEqual([
    [true, false],
    [true, false],
  ]);
});

it('asks for the layer that the room names, of video that arrived', () => {
  const { received, add, changes } = setUp();
  const video = new FakePublication('video', 'video');
  const { arrive } = add('ada:1', [video]);
  received.receive(['ada 0 video']);
  expect(video.qualities).toEqual([]);
  arrive(video, 'v');
  expect([video.qualities, changes()]).toEqual([[0], 1]);
  received.receive(['ada * video']);
  expect(video.qualities).toEqual([0, 2]);
});

it('finds a track by its mid, that of the newest connection first', () => {
  const { received, add } = setUp();
  const [before, now] = [
    new FakePublication('audio', 'audio'),
    new FakePublication('audio', 'audio'),
  ];
  const old = add('ada:1', [before], 1);
  old.arrive(before, 'old');
  expect(received.find('ada * audio')?.id).toBe('old');
  const { arrive } = add('ada:2', [now], 2);
  expect(received.find('ada * audio')?.id).toBe('old');
  arrive(now, 'new');
  expect(received.find('ada * audio')?.id).toBe('new');
  expect(received.find('adam * audio')).toBeUndefined();
});
