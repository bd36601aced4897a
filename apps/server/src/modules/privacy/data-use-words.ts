import type { PrivacyFacts } from '@kindling/protocol/privacy-facts';
import type { DataUse } from './read-data-use.ts';
import type { Hearer } from './who-hears.ts';

/** The notice before a call, a sentence or two for each topic. */
export function noticeWords(use: DataUse): string[] {
  const { keepsWords, transcriptDays, recordsSound } = use;
  const sound = recordsSound
    ? `The call is recorded, and the recording is kept ${until(use.recordingDays)}.`
    : 'The sound is not kept.';
  const words = keepsWords
    ? `The text is kept ${until(transcriptDays)}.`
    : 'The text is not kept either.';
  const kept = !keepsWords && recordsSound ? 'The text is not kept.' : words;
  const where = isHeardElsewhere(use) ? 'Your voice is turned into text.' : HEARD_HERE;
  return [`${where} ${sound} ${kept}`, ...use.hearers.map(hearerWords)];
}

/** The sentences of the privacy page that hang on how the server is set up. */
export function privacyFacts(use: DataUse): PrivacyFacts {
  const { keepsWords, transcriptDays, recordsSound, recordingDays, logDays, hearers } = use;
  return {
    promise: recordsSound
      ? 'No cookies, no analytics. Calls are recorded.'
      : 'No cookies, no analytics, no recording of your voice.',
    voiceKept: `${isHeardElsewhere(use) ? 'Sent to be turned into words, as below.' : 'Heard and turned into words on this server.'} ${recordsSound ? 'Recorded.' : 'Not recorded.'}`,
    voiceUntil: recordsSound
      ? `The recording is kept ${until(recordingDays)}.`
      : 'Gone as it is processed.',
    wordsKept: keepsWords
      ? 'Transcript, times, and how the call ended, on this server. No name, no address.'
      : 'Not kept. Times and how the call ended are, on this server. No name, no address.',
    wordsUntil: keepsWords ? `Kept ${until(transcriptDays)}.` : 'Gone when the call ends.',
    callSound: recordsSound
      ? `The sound of the call is recorded and kept on this server ${until(recordingDays)}.`
      : 'The audio is held in memory while it is worked on and is not recorded.',
    callWords: keepsWords
      ? 'The words of both sides, the times at which they were said, and how the call ended are stored with the call.'
      : 'The words of both sides are held in memory during the call and are not stored. The times of the call and how it ended are.',
    callUntil: keepsWords
      ? `What was said is kept ${until(transcriptDays)}. That there was a call, when, and how it ended stays known until the operator deletes it.`
      : 'That there was a call, when, and how it ended stays known until the operator deletes it.',
    logsUntil: `Entries of the log are kept ${until(logDays, 'them')}.`,
    hearers:
      hearers.length === 0
        ? 'As this server is set up now, nobody: it needs no other service, and your browser talks to this server alone.'
        : `As this server is set up now: ${hearers.map(hearerWords).join(' ')}`,
  };
}

const HEARD_HERE = 'Your voice is turned into text on this server.';

const isHeardElsewhere = ({ hearers }: DataUse) =>
  hearers.some(({ kind }) => kind === 'transcriber');

function until(days: number | null, what = 'it'): string {
  if (days === null) return `until the operator deletes ${what}`;
  return days === 1 ? 'for 1 day' : `for ${days} days`;
}

const HEARS: Readonly<Record<Hearer['kind'], (host: string) => string>> = {
  transcriber: (host) => `What you say is sent as sound to ${host}, which turns it into text.`,
  model: (host) => `What is said goes to a language model at ${host}, as text.`,
  voice: (host) =>
    `What the assistant says is spoken by a service at ${host}, which gets its words as text.`,
  knowledge: (host) => `What you ask is looked up at ${host}.`,
  tool: (host) => `Where the assistant uses a tool, what it needs for that goes to ${host}.`,
  webhook: (host) => `The text of the call is sent to ${host}.`,
  traces: (host) => `The text of the call is sent to ${host}, where its operator looks for faults.`,
  listener: () => 'People who look after the assistant may listen while you talk with it.',
  analysis: (host) => `After the call its text is summed up by a language model at ${host}.`,
};

const hearerWords = ({ kind, host }: Hearer): string => HEARS[kind](host);
