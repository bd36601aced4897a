import { describe, expect, it } from 'vitest';
import { type Integrations, initialState } from '../state/page-state.ts';
import { createStore } from '../state/store.ts';
import { createFakeCall } from '../testing/fake-call.ts';
import { fakeParticipant } from '../testing/fake-people.ts';
import { createIntegrations, followIntegrations } from './integrations.ts';

const board = { label: 'Board', location: 'main', src: 'https://board.example' } as const;
const host = fakeParticipant('Host', { owner: true });
const guest = fakeParticipant('Guest');

function open(integrations: Integrations) {
  const call = createFakeCall({ others: [host, guest] });
  const store = createStore({ ...initialState, integrations });
  followIntegrations(call, store);
  const running = () => [...store.get().runningIntegrations];
  const hear = (fromId: string, data: unknown) => call.emit('app-message', { data, fromId });
  return { ...createIntegrations(call, store), call, store, running, hear };
}
const message = (running: boolean) => ({ event: 'integration', id: 'board', running });

describe('integrations', () => {
  it('start and stop for everybody they are shared with', () => {
    const page = open({ board: { ...board, shared: true } });
    page.startIntegration('board');
    page.startIntegration('board');
    expect(page.running()).toEqual(['board']);
    page.stopIntegration('board');
    expect(page.running()).toEqual([]);
    expect(page.call.sent).toEqual([
      { data: message(true), to: '*' },
      { data: message(false), to: '*' },
    ]);
  });

  it.each([
    ['owners', ['host']],
    [['guest'], ['guest']],
    [false, []],
  ] satisfies [NonNullable<Integrations[string]['shared']>, string[]][])(
    'shared with %j reach %j',
    (shared, reached) => {
      const page = open({ board: { ...board, shared } });
      page.startIntegration('board');
      expect(page.call.sent.map((one) => one.to)).toEqual(reached);
    },
  );

  it('do not start for whom they are not to be controlled', () => {
    const page = open({ board: { ...board, controlledBy: 'owners' } });
    page.startIntegration('board');
    expect(page.running()).toEqual([]);
  });

  it('follow others, but only who may control them', () => {
    const page = open({ board: { ...board, shared: true, controlledBy: 'owners' } });
    page.hear('guest', message(true));
    page.hear('nobody', message(true));
    expect(page.running()).toEqual([]);
    page.hear('host', message(true));
    expect(page.running()).toEqual(['board']);
  });

  it('that are not shared do not follow anybody', () => {
    const page = open({ board });
    page.hear('host', message(true));
    expect(page.running()).toEqual([]);
  });

  it.each([null, 'x', {}, { event: 'integration' }, { ...message(true), running: 1 }])(
    'ignore the message %j',
    (data) => {
      const page = open({ board: { ...board, shared: true } });
      page.hear('host', data);
      expect(page.running()).toEqual([]);
    },
  );

  it('are sent to who comes later', () => {
    const page = open({ board: { ...board, shared: true } });
    page.startIntegration('board');
    page.call.emit('participant-joined', { participant: guest });
    expect(page.call.sent.at(-1)).toEqual({ data: message(true), to: 'guest' });
  });

  it('in the sidebar open it, and close it', () => {
    const page = open({ board: { ...board, location: 'sidebar' } });
    page.startIntegration('board');
    expect(page.store.get().sidebar).toBe('board');
    page.stopIntegration('board');
    expect(page.store.get().sidebar).toBeNull();
  });
});
