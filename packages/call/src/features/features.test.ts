import { describe, expect, it } from 'vitest';
import { CallError } from '../core/call-error.ts';
import { createFeatureContext } from '../testing/feature-context.ts';
import { lazyFeatures } from './lazy-features.ts';
import { MediaPlayers } from './media-players.ts';
import { Recordings } from './recordings.ts';
import { Transcriptions } from './transcriptions.ts';

const refuse = () => {
  throw new CallError('refused', 'Only owners record.');
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('recordings on the server', () => {
  it('asks for what was said, and nothing else', () => {
    const { context, asked } = createFeatureContext();
    const recordings = new Recordings(context);
    recordings.start({
      width: 1_280,
      height: 720,
      backgroundColor: '#FF1F2D3D',
      videoBitrate: 1,
      layout: { preset: 'default' },
    });
    recordings.update({ instanceId: 'a', layout: { preset: 'portrait' } });
    recordings.stop({ instanceId: 'a' });
    expect(asked).toEqual([
      [
        'start-recording',
        { width: 1_280, height: 720, backgroundColor: '#FF1F2D3D', layout: { preset: 'default' } },
      ],
      ['update-recording', { instanceId: 'a', layout: { preset: 'portrait' } }],
      ['stop-recording', { instanceId: 'a' }],
    ]);
  });

  it('tells refusals, and that nothing is running once the call was left', async () => {
    const { context, emitted, room } = createFeatureContext();
    const recordings = new Recordings(context);
    room.answer = refuse;
    recordings.start({ instanceId: 'a' });
    await settled();
    room.joined = false;
    recordings.stop({});
    expect(emitted).toEqual([
      ['recording-error', { errorMsg: 'Only owners record.', instanceId: 'a' }],
      ['recording-error', { errorMsg: 'No recording is running.' }],
    ]);
  });

  it('tells what the room tells', async () => {
    const { context, emitted, say } = createFeatureContext();
    lazyFeatures(context);
    const ids = { type: 'recording', instanceId: 'a', recordingId: 'r' } as const;
    say({
      ...ids,
      change: 'started',
      startedBy: 'ada',
      recordingType: 'cloud',
      layout: { preset: 'default' },
    });
    say({ ...ids, change: 'error', errorMsg: 'The disk is full.' });
    say({ ...ids, change: 'stopped', duration: 1_500 });
    const files = [{ name: 'recording.mp4', size: 2_000 }];
    say({ ...ids, change: 'stored', recordingType: 'cloud', files });
    await expect.poll(() => emitted).toHaveLength(4);
    expect(emitted).toEqual([
      [
        'recording-started',
        {
          local: false,
          instanceId: 'a',
          recordingId: 'r',
          startedBy: 'ada',
          type: 'cloud',
          layout: { preset: 'default' },
        },
      ],
      ['recording-error', { errorMsg: 'The disk is full.', instanceId: 'a' }],
      ['recording-stopped', { instanceId: 'a', duration: 1_500 }],
      ['recording-upload-completed', { instanceId: 'a', recordingId: 'r', type: 'cloud', files }],
    ]);
  });

  it('knows who records, until the last of their recordings stopped', () => {
    const { context, recorders, refreshed } = createFeatureContext();
    const recordings = new Recordings(context);
    const event = { type: 'recording', startedBy: 'ada' } as const;
    recordings.handle({ ...event, change: 'started', instanceId: 'a' });
    recordings.handle({ ...event, change: 'started', instanceId: 'b' });
    recordings.handle({ type: 'recording', change: 'started', instanceId: 'c', startedBy: 'me' });
    expect([...recorders]).toEqual(['ada', 'me']);
    recordings.handle({ type: 'recording', change: 'stopped', instanceId: 'a' });
    recordings.handle({ type: 'recording', change: 'stopped', instanceId: 'c' });
    expect([...recorders]).toEqual(['ada']);
    recordings.handle({ type: 'recording', change: 'stopped', instanceId: 'b' });
    expect([...recorders]).toEqual([]);
    expect(refreshed).toEqual(['ada', 'me', 'me', 'ada']);
  });
});

describe('media players', () => {
  const player = { state: 'playing', settings: { state: 'play', volume: 1 } } as const;
  const info = { session_id: 'p', remoteMediaPlayerState: player };

  it('answers with the player, and tells what the room tells', async () => {
    const { context, asked, emitted, room, say } = createFeatureContext();
    const players = new MediaPlayers(context);
    lazyFeatures(context);
    room.answer = () => ({ sessionId: 'p', player });
    expect(await players.start('https://a.example/b.mp4', { volume: 1 })).toEqual(info);
    expect(await players.update('p', { state: 'pause' })).toEqual(info);
    await players.stop('p');
    expect(asked).toEqual([
      ['start-media-player', { url: 'https://a.example/b.mp4', settings: { volume: 1 } }],
      ['update-media-player', { sessionId: 'p', settings: { state: 'pause' } }],
      ['stop-media-player', { sessionId: 'p' }],
    ]);
    const event = { type: 'media-player', sessionId: 'p', by: 'ada', player } as const;
    say({ ...event, change: 'started' });
    say({ ...event, change: 'updated' });
    say({ ...event, change: 'stopped', reason: 'EOS' });
    await expect.poll(() => emitted).toHaveLength(3);
    expect(emitted).toEqual([
      ['remote-media-player-started', { ...info, updatedBy: 'ada' }],
      ['remote-media-player-updated', { ...info, updatedBy: 'ada' }],
      ['remote-media-player-stopped', { session_id: 'p', updatedBy: 'ada', reason: 'EOS' }],
    ]);
  });

  it('rejects what the server refuses, or does not answer rightly', async () => {
    const { context, room } = createFeatureContext();
    const players = new MediaPlayers(context);
    room.answer = refuse;
    await expect(players.start('https://a.example')).rejects.toMatchObject({ code: 'refused' });
    room.answer = () => ({});
    await expect(players.start('https://a.example')).rejects.toMatchObject({ code: 'refused' });
  });
});

describe('transcriptions', () => {
  it('asks, and tells what the room tells', async () => {
    const { context, asked, emitted, room, say, others } = createFeatureContext();
    others.push({ session_id: 'b', user_id: 'ben', user_name: 'Ben' });
    const transcriptions = new Transcriptions(context);
    lazyFeatures(context);
    transcriptions.start({ language: 'en', participants: ['a'] });
    transcriptions.update({ participants: ['b'], instanceId: 'i' });
    room.answer = refuse;
    transcriptions.stop({});
    await settled();
    expect(asked).toEqual([
      ['start-transcription', { language: 'en', participants: ['a'] }],
      ['update-transcription', { instanceId: 'i', participants: ['b'] }],
      ['stop-transcription', {}],
    ]);
    const event = { type: 'transcription', instanceId: 'i' } as const;
    say({ ...event, change: 'started', language: 'en', model: 'moonshine', by: 'ada' });
    say({
      type: 'transcription-message',
      instanceId: 'i',
      sessionId: 'b',
      track: 'audio',
      text: 'Hello.',
      timestamp: 1_000,
    });
    say({ ...event, change: 'error', errorMsg: 'Too much.' });
    say({ ...event, change: 'stopped', by: 'ada' });
    await expect.poll(() => emitted).toHaveLength(6);
    expect(emitted).toEqual([
      ['transcription-error', { instanceId: 'default', errorMsg: 'Only owners record.' }],
      [
        'transcription-started',
        { instanceId: 'i', language: 'en', model: 'moonshine', startedBy: 'ada' },
      ],
      [
        'transcription-message',
        {
          instanceId: 'i',
          text: 'Hello.',
          participantId: 'b',
          trackType: 'cam-audio',
          timestamp: new Date(1_000),
          rawResponse: {},
        },
      ],
      // The older way: a page that renders captions by `fromId` goes on doing so.
      [
        'app-message',
        {
          fromId: 'transcription',
          data: {
            instanceId: 'i',
            text: 'Hello.',
            session_id: 'b',
            user_id: 'ben',
            user_name: 'Ben',
            timestamp: '1970-01-01T00:00:01.000Z',
            is_final: true,
            rawResponse: {},
          },
        },
      ],
      ['transcription-error', { instanceId: 'i', errorMsg: 'Too much.' }],
      ['transcription-stopped', { instanceId: 'i', updatedBy: 'ada' }],
    ]);
  });
});
