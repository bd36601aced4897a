import { type Check, isObject, oneOf, within } from './predicates.ts';

export const checkRecording: Check = (options) => {
  const type = isObject(options) ? options.type : undefined;
  return type ? within('type', oneOf('cloud', 'raw-tracks', 'local')(type)) : null;
};

export const checkTranscriptionUpdate: Check = (options) => {
  const { participants } = isObject(options) ? options : {};
  return Array.isArray(participants) ? null : 'participants must be a list of session ids';
};

export const checkTranscriptionStop: Check = (options) =>
  !options || (isObject(options) && options.instanceId) ? null : 'needs an instanceId';
