import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AudioPlayers } from './audio-players.ts';

/** The little of a page that players need. */
class FakePlayer {
  readonly dataset: Record<string, string> = {};
  hidden = false;
  volume = 1;
  srcObject: unknown = null;
  sink = '';
  plays = 0;
  refused = false;

  async play(): Promise<void> {
    this.plays += 1;
    if (this.refused) throw Object.assign(new Error('gesture'), { name: 'NotAllowedError' });
  }

  async setSinkId(id: string): Promise<void> {
    this.sink = id;
  }

  remove(): void {
    page.splice(page.indexOf(this), 1);
  }
}

const page: FakePlayer[] = [];
let refuses = false;
let body: EventTarget;

beforeEach(() => {
  page.length = 0;
  refuses = false;
  body = new EventTarget();
  vi.stubGlobal('MediaStream', class {});
  vi.stubGlobal(
    'document',
    Object.assign(body, {
      createElement: () => Object.assign(new FakePlayer(), { refused: refuses }),
      body: { append: (player: FakePlayer) => page.push(player) },
    }),
  );
});
afterEach(() => vi.unstubAllGlobals());

const track = {} as MediaStreamTrack;

it('a hidden element for each who is heard, handed to those who want it, gone after the call', () => {
  const emit = vi.fn();
  const players = new AudioPlayers(emit);
  players.play('agent', track);
  players.play('agent', track);
  players.play('other', track);
  expect(page).toMatchObject([
    { hidden: true, dataset: { participantId: 'agent' }, plays: 2 },
    { hidden: true, dataset: { participantId: 'other' }, plays: 1 },
  ]);
  expect(players.elements).toEqual(page);
  expect(emit.mock.calls).toEqual(page.map((player) => ['audio-element', player]));
  players.remove('other');
  expect(page).toHaveLength(1);
  players.clear();
  expect(page).toEqual([]);
});

it('volume and loudspeaker hold for those that play and those to come', async () => {
  const players = new AudioPlayers(() => {});
  players.play('agent', track);
  players.setVolume(0.5);
  await players.setOutputDevice('headset');
  players.play('other', track);
  expect(page).toMatchObject([
    { volume: 0.5, sink: 'headset' },
    { volume: 0.5, sink: 'headset' },
  ]);
});

it('sound that needs a gesture begins with the next one, unless the call is over', async () => {
  refuses = true;
  const players = new AudioPlayers(() => {});
  players.play('agent', track);
  await Promise.resolve();
  const [player] = page;
  body.dispatchEvent(new Event('pointerup'));
  expect(player?.plays).toBe(2);
  await Promise.resolve();
  players.clear();
  body.dispatchEvent(new Event('keydown'));
  expect(player?.plays).toBe(2);
});
