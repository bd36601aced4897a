import type { Outcome, ValidationCase } from './daily-case.ts';

/** Where our call object decides otherwise than the published one, and why. */
export interface KnownDifference {
  readonly reason: string;
  covers(one: ValidationCase, published: Outcome, ours: Outcome): boolean;
}

/** The option that a case of `createCallObject` is about. */
const isOption = ({ moment, args }: ValidationCase, name: string) =>
  moment === 'create' && Object.keys(args[0] as object)[0] === name;
const optionOf = ({ args }: ValidationCase) => Object.values(args[0] as object)[0];

export const DIFFERENCES: readonly KnownDifference[] = [
  {
    reason: 'An option that is undefined is not given: optional fields are passed on as they are.',
    covers: (one, _, ours) =>
      ours.accepted && one.moment === 'create' && optionOf(one) === undefined,
  },
  {
    reason:
      'The published library looks for the rule of an unknown option on the prototype too, and so knows `toString`.',
    covers: (one) => isOption(one, 'toString'),
  },
  {
    reason:
      'An address that is not http(s) can only fail later, and in a frame `javascript:` would run a script.',
    covers: (one, _, ours) => !ours.accepted && isOption(one, 'url'),
  },
  {
    reason:
      'A colour with text around it would reach a style sheet: the published pattern has no end and no beginning.',
    covers: (one, _, ours) => !ours.accepted && isOption(one, 'theme'),
  },
  {
    reason: 'A `dailyConfig` that is no object would be ignored silently.',
    covers: (one, _, ours) =>
      !ours.accepted && isOption(one, 'dailyConfig') && typeof optionOf(one) !== 'object',
  },
  {
    reason:
      'The specification asks for a number of at least 100 ms; the published library takes whatever is falsy for the default.',
    covers: ({ method, args }) => method.endsWith('AudioLevelObserver') && !args[0],
  },
  {
    reason:
      'Encodings of the media player crash the published library (`this` is undefined there); ours checks them as specified.',
    covers: ({ method, args }) =>
      method === 'startRemoteMediaPlayer' && JSON.stringify(args).includes('simulcastEncodings'),
  },
  {
    reason: 'Of a destroyed call every method that would do something is refused, this one too.',
    covers: ({ moment, method }) => moment === 'destroyed' && method === 'setBandwidth',
  },
  {
    reason: 'Without participants there is nothing to update in a transcription.',
    covers: (one, _, ours) => !ours.accepted && one.method === 'updateTranscription',
  },
];
