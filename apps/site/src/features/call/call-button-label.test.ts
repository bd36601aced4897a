import { describe, expect, it } from 'vitest';
import { describeCallFailure } from '../voice/call-failure.ts';
import { callButtonLabel } from './call-button-label.ts';

describe('callButtonLabel', () => {
  it.each([
    [{ isConnecting: false, isInCall: false }, 'Speak with an AI agent'],
    [{ isConnecting: true, isInCall: false }, 'Connecting...'],
    [{ isConnecting: false, isInCall: true }, 'In Call'],
    [{ isConnecting: true, isInCall: true }, 'Connecting...'],
  ])('%j → %s', (state, label) => {
    expect(callButtonLabel(state)).toBe(label);
  });
});

describe('describeCallFailure', () => {
  it.each(['Vapi not initialized', 'Failed to initialize AI agent service.'])(
    'calls it a failed connection when there was nothing to call with: %s',
    (text) => {
      expect(describeCallFailure(text)).toEqual({ title: 'Connection Failed', text });
    },
  );

  it.each([
    'Microphone access is required to speak with the AI agent. Please allow microphone access and try again.',
    'Call failed. Please try again.',
  ])('calls it a failed call otherwise: %s', (text) => {
    expect(describeCallFailure(text)).toEqual({ title: 'Call Failed', text });
  });

  it.each([null, '', '  '])('has a sentence for %j', (stored) => {
    expect(describeCallFailure(stored)).toEqual({
      title: 'Connection Failed',
      text: 'Unable to connect to AI agent. Please try again.',
    });
  });
});
