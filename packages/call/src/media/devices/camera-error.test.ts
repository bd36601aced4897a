import { expect, it } from 'vitest';
import { namedError } from '../../testing/fake-media.ts';
import { describeMicrophoneError } from './camera-error.ts';

it.each([
  ['NotAllowedError', 'Permission denied', { type: 'permissions', blockedBy: 'user' }],
  ['NotAllowedError', 'Permission denied by system', { type: 'permissions', blockedBy: 'browser' }],
  ['NotFoundError', '', { type: 'not-found', missingMedia: ['audio'] }],
  ['NotReadableError', '', { type: 'mic-in-use' }],
  ['OverconstrainedError', '', { type: 'constraints', reason: 'invalid' }],
  ['TypeError', '', { type: 'constraints', reason: 'none-specified' }],
  ['MediaDevicesMissingError', '', { type: 'undefined-mediadevices' }],
  ['WhateverError', '', { type: 'unknown' }],
])('%s %s', (name, message, expected) => {
  expect(describeMicrophoneError(namedError(name, message))).toMatchObject(expected);
});
