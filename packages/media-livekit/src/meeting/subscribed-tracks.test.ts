import { expect, it } from 'vitest';
import { createSubscribedTracks } from './subscribed-tracks.ts';

type Wanted = Parameters<ReturnType<typeof createSubscribedTracks>['assign']>[0][number];
type State = Pick<Wanted['publication'], 'flowing' | 'offReason'>;

const ON: State = { flowing: true, offReason: null };
const wanted = (
  sessionId: string,
  name: string,
  { layer = null as number | null, state = ON } = {},
) => ({ sessionId, layer, publication: { name, media: 'video', ...state } }) as Wanted;

it('a mid names session, layer and track', () => {
  const tracks = createSubscribedTracks();
  expect(
    tracks.assign([wanted('ada', 'video'), wanted('ada', 'my own', { layer: 0 })], null),
  ).toEqual(new Set(['ada']));
  expect([tracks.midOf('ada', 'video'), tracks.midOf('ada', 'my own')]).toEqual([
    'ada * video',
    'ada 0 my own',
  ]);
  expect([tracks.midOf('bob', 'video'), tracks.flowing]).toEqual([null, 2]);
});

it('says whose tracks come otherwise than before', () => {
  const tracks = createSubscribedTracks();
  tracks.assign([wanted('ada', 'video'), wanted('bob', 'video'), wanted('cid', 'video')], null);
  expect(
    tracks.assign([wanted('ada', 'video'), wanted('bob', 'video', { layer: 1 })], null),
  ).toEqual(new Set(['bob', 'cid']));
});

it('what its sender has off stays, and what the server keeps off goes', () => {
  const tracks = createSubscribedTracks();
  const off = (offReason: State['offReason']) => ({ state: { flowing: false, offReason } });
  tracks.assign(
    [wanted('ada', 'audio', off(null)), wanted('bob', 'audio', off('permission'))],
    null,
  );
  expect([tracks.midOf('ada', 'audio'), tracks.midOf('bob', 'audio'), tracks.flowing]).toEqual([
    'ada * audio',
    null,
    0,
  ]);
});
