import { expect, expectTypeOf, it } from 'vitest';
import type { Vapi } from './vapi.ts';
import type { VapiClientMessage, VapiError, VapiEvents, VapiMessage } from './vapi-events.ts';

/** Names a case for every kind: one that is added and not named here does not compile. */
function describeError(error: VapiError): string {
  switch (error.type) {
    case 'validation-error':
      return error.message;
    case 'daily-call-object-creation-error':
    case 'daily-call-join-error':
    case 'video-recording-setup-error':
    case 'audio-observer-setup-error':
    case 'audio-processing-setup-error':
      return error.stage;
    case 'start-method-error':
      return `${error.totalDuration}`;
    case 'call-error':
      return error.error.type;
  }
}

it('an error is distinguished by its type', () => {
  const limit = { type: 'exp-room', msg: 'over' } as const;
  const event = { action: 'error', callClientId: 'c', errorMsg: 'over', error: limit } as const;
  expect(describeError({ type: 'call-error', message: 'over', ...event })).toBe('exp-room');
});

it('nothing that a listener gets is any', () => {
  expectTypeOf<VapiEvents['error'][0]>().toEqualTypeOf<VapiError>();
  expectTypeOf<VapiEvents['message'][0]>().toEqualTypeOf<VapiMessage>();
  expectTypeOf<VapiEvents['camera-error'][0]>().not.toBeAny();
  expectTypeOf<VapiEvents['network-connection'][0]['event']>().toEqualTypeOf<
    'connected' | 'interrupted'
  >();
  expectTypeOf<Extract<VapiMessage, { type: 'transcript' }>['role']>().toEqualTypeOf<
    'user' | 'assistant'
  >();
  expectTypeOf<Parameters<Vapi['send']>[0]>().toEqualTypeOf<VapiClientMessage>();
  type On = (name: 'volume-level', listener: (volume: number) => void) => Vapi;
  expectTypeOf<Vapi['on']>().toExtend<On>();
});
