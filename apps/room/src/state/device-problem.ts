import type { CameraError } from '@kindling/call';
import type { Strings } from '../lang/en.ts';
import { fill } from '../lang/fill.ts';
import { type Language, languageTag } from '../lang/load-strings.ts';
import type { DeviceProblem } from './page-state.ts';

/** What went wrong with which device, from the call library's error. */
export function readProblem(error: CameraError): DeviceProblem {
  switch (error.type) {
    case 'permissions':
      return { kind: 'refused', ...which(error.blockedMedia) };
    case 'not-found':
      return { kind: 'missing', ...which(error.missingMedia) };
    case 'mic-in-use':
      return { kind: 'busy', microphone: true, camera: false };
    case 'cam-in-use':
      return { kind: 'busy', microphone: false, camera: true };
    case 'cam-mic-in-use':
      return { kind: 'busy', microphone: true, camera: true };
    case 'constraints':
      return { kind: 'failed', ...which(error.failedMedia) };
    default:
      return { kind: 'failed', microphone: true, camera: false };
  }
}

function which(media: readonly string[]) {
  return { microphone: media.includes('audio'), camera: media.includes('video') };
}

/** The problem as a sentence that says what to do. */
export function describeProblem(problem: DeviceProblem, strings: Strings, lang: Language): string {
  const phrases = {
    refused: strings.devicesRefused,
    busy: strings.devicesBusy,
    missing: strings.devicesMissing,
    failed: strings.devicesFailed,
  };
  const named = [
    ...(problem.microphone ? [strings.microphone] : []),
    ...(problem.camera ? [strings.camera] : []),
  ];
  const tag = languageTag(lang);
  // Only German capitalises nouns within a sentence.
  const nouns = lang === 'de' ? named : named.map((noun) => noun.toLocaleLowerCase(tag));
  return fill(phrases[problem.kind], { device: new Intl.ListFormat(tag).format(nouns) });
}
