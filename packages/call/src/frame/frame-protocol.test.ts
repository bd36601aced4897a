import { describe, expect, it } from 'vitest';
import { cloneable, fingerprint } from './cloneable.ts';
import { fromFrame, readFromFrame, readToFrame, toFrame } from './frame-protocol.ts';

const protocol = 'kindling-frame-1';

describe('what the call page hears', () => {
  it.each([
    toFrame({ type: 'hello', options: {}, settings: {} }),
    toFrame({ type: 'call', id: 1, method: 'join', args: [] }),
    toFrame({ type: 'settings', settings: { sidebarView: 'chat' } }),
    toFrame({ type: 'command', command: { type: 'start-integrations', ids: ['a'] } }),
  ])('$type', (message) => expect(readToFrame(structuredClone(message))).toEqual(message));

  it.each([
    null,
    'hello',
    {},
    { type: 'hello', options: {}, settings: {} },
    { protocol, type: 'ready' },
    { protocol, type: 'toString' },
    { protocol, type: 'hello', options: null, settings: {} },
    { protocol, type: 'call', id: '1', method: 'join', args: [] },
    { protocol, type: 'call', id: 1, method: 'join', args: {} },
    { protocol, type: 'command', command: { type: 'start-integrations', ids: [1] } },
    { protocol, type: 'command', command: { type: 'format-disk' } },
  ])('not %j', (message) => expect(readToFrame(message)).toBeNull());
});

describe('what the embedding page hears', () => {
  it.each([
    fromFrame({ type: 'ready' }),
    fromFrame({ type: 'result', id: 1, value: undefined }),
    fromFrame({ type: 'failure', id: 1, error: { code: 'refused', message: 'No.' } }),
    fromFrame({ type: 'state', state: { localAudio: true } }),
    fromFrame({ type: 'event', event: { action: 'loaded' } }),
  ])('$type', (message) => expect(readFromFrame(structuredClone(message))).toEqual(message));

  it.each([
    { protocol, type: 'hello' },
    { protocol, type: 'result', id: 0.5 },
    { protocol, type: 'failure', id: 1, error: { code: 'refused' } },
    { protocol, type: 'event', event: {} },
    { protocol: 'kindling-frame-2', type: 'ready' },
  ])('not %j', (message) => expect(readFromFrame(message)).toBeNull());
});

describe('what may cross to another window', () => {
  it('keeps dates, sets and bytes, and leaves out tracks and functions', () => {
    class MediaTrack {}
    const bytes = new Uint8Array([1]);
    const value = { at: new Date(5), can: new Set(['audio']), bytes, list: [{ a: 1 }] };
    const crossed = cloneable({
      ...value,
      track: new MediaTrack(),
      run: () => {},
      gone: undefined,
    });
    expect(crossed).toEqual(value);
    expect(Object.keys(crossed as object)).toEqual(['at', 'can', 'bytes', 'list']);
    expect(structuredClone(crossed)).toEqual(value);
  });

  it('takes what says itself as JSON, devices for one, and errors as name and message', () => {
    class Device {
      toJSON() {
        return { label: 'Camera' };
      }
    }
    expect(cloneable([new Device(), new TypeError('No.')])).toEqual([
      { label: 'Camera' },
      { name: 'TypeError', message: 'No.' },
    ]);
  });

  it('sees that a set changed', () => {
    expect(fingerprint({ can: new Set(['a']) })).not.toBe(fingerprint({ can: new Set(['b']) }));
  });
});
