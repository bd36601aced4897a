import { describe, expect, it } from 'vitest';
import { elapsedLabel, overlayTitle, statusLabel } from './overlay-strings.ts';

describe('overlayTitle', () => {
  const ember = {
    isConnecting: false,
    assistantName: 'Ember',
    hasMicrophone: true,
    isInWriting: false,
  };

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

  it('promises no sound where there is none', () => {
    const written = { ...ember, hasMicrophone: false, isInWriting: true };
    expect(overlayTitle(written).subtitle).toBe(
      'Type your question; your AI assistant answers in writing',
    );
  });
});

describe('statusLabel', () => {
  it.each([
    ['idle', 'Connected'],
    ['listening', 'Listening'],
    ['thinking', 'Formulating response'],
    ['responding', 'Speaking'],
  ] as const)('%s → %s', (state, label) => {
    const now = { conversationState: state, isConnecting: false, isInWriting: false };
    expect(statusLabel(now)).toBe(label);
    expect(statusLabel({ ...now, isConnecting: true })).toBe('Connecting...');
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
