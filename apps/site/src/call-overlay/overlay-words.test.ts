import { describe, expect, it } from 'vitest';
import { elapsedLabel, overlayTitle, statusLabel } from './overlay-words.ts';

describe('overlayTitle', () => {
  const ember = { isConnecting: false, assistantName: 'Ember', hasMicrophone: true };

  it('asks for patience while connecting', () => {
    expect(overlayTitle({ ...ember, isConnecting: true })).toEqual({
      title: 'Connecting...',
      subtitle: 'Please wait while we connect you',
    });
  });

  it('names the assistant in the call', () => {
    expect(overlayTitle(ember)).toEqual({
      title: 'In Call with Ember',
      subtitle: 'Speak naturally with your AI assistant',
    });
  });

  it('does not ask to speak where there is no microphone', () => {
    expect(overlayTitle({ ...ember, hasMicrophone: false })).toEqual({
      title: 'In Call with Ember',
      subtitle: 'Type your question; your AI assistant answers aloud',
    });
  });
});

describe('statusLabel', () => {
  it.each([
    ['idle', 'Connected'],
    ['listening', 'Listening'],
    ['thinking', 'Formulating response'],
    ['responding', 'Speaking'],
  ] as const)('%s → %s', (state, label) => {
    expect(statusLabel(false, state)).toBe(label);
    expect(statusLabel(true, state)).toBe('Connecting...');
  });
});

describe('elapsedLabel', () => {
  it.each([
    [0, '0:00'],
    [999, '0:00'],
    [61_000, '1:01'],
    [754_321, '12:34'],
    [-5, '0:00'],
  ])('%i ms → %s', (elapsed, label) => {
    expect(elapsedLabel(elapsed)).toBe(label);
  });
});
