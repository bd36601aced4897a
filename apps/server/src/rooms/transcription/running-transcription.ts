import type { Transcriber, Vad } from '@kindling/conversation';
import type { MeetingContext } from '../meetings/request-handlers.ts';
import { createOpusDecoding } from '../tracks/opus-decoding.ts';
import type { RoomTrack } from '../tracks/room-tracks.ts';
import { createTrackWatch, type TrackSink } from '../tracks/track-watch.ts';
import { createUtterances, type Utterance } from './utterances.ts';

export interface TranscriptionOptions {
  readonly meeting: MeetingContext;
  readonly vad: Vad;
  readonly transcriber: Transcriber;
  /** Session ids; null is everybody. */
  readonly participants: readonly string[] | null;
  readonly onText: (said: {
    readonly sessionId: string;
    readonly text: string;
    /** Unix ms. */
    readonly startedAt: number;
    readonly seconds: number;
  }) => void;
  /** Words were lost. Called once until transcription resumes. */
  readonly onFault: (message: string) => void;
}

export interface RunningTranscription {
  /** The room is another now. */
  update(): void;
  /** Time passed. */
  step(): void;
  setParticipants(participants: readonly string[]): void;
  /** Tells what is being recognised, then nothing more. */
  stop(): Promise<void>;
}

const SAMPLE_RATE = 16_000;
/** People listened to at once; each costs a few percent of a processor while speaking. */
const MAX_PARTICIPANTS = 12;
/** Utterances that wait for the recogniser; with more it is too slow for this room. */
const MAX_WAITING = 20;
/** A participant without packets for this long has stopped speaking, ms. */
const SILENCE = 1_000;

export function startTranscription(options: TranscriptionOptions): RunningTranscription {
  const { meeting, transcriber } = options;
  const { log, room } = meeting;
  let deaf = false;
  const listeners = new Set<Listener>();
  const working = new Set<Promise<void>>();
  let participants = options.participants;
  let behind = false;
  let failing = false;

  const isWanted = ({ sessionId, name, media }: RoomTrack) =>
    media === 'audio' &&
    name === 'audio' &&
    (participants === null || participants.includes(sessionId)) &&
    room.members().some((member) => member.sessionId === sessionId);

  async function recognise(sessionId: string, { pcm, startedAt }: Utterance): Promise<void> {
    try {
      const { text } = await transcriber.transcribe(pcm);
      failing = false;
      const seconds = pcm.length / SAMPLE_RATE;
      if (text !== '') options.onText({ sessionId, text, startedAt, seconds });
    } catch (error) {
      log.warn({ err: error }, 'transcription failed');
      if (!failing) options.onFault('What was said could not be recognised.');
      failing = true;
    }
  }

  function handleUtterance(sessionId: string, utterance: Utterance): void {
    if (working.size >= MAX_WAITING) {
      if (!behind) options.onFault('More is said than this server can recognise; words are lost.');
      behind = true;
      return;
    }
    behind = false;
    const work = recognise(sessionId, utterance).finally(() => working.delete(work));
    working.add(work);
  }

  function listen({ sessionId }: RoomTrack): TrackSink {
    const { listener, sink } = openListener(options, {
      onUtterance: (utterance) => handleUtterance(sessionId, utterance),
      onEnded: () => listeners.delete(listener),
    });
    listeners.add(listener);
    return sink;
  }

  /** Null where no detector can be had: the next step asks again, and only the first says so. */
  function tryToListen(track: RoomTrack): TrackSink | null {
    if (!isWanted(track) || listeners.size >= MAX_PARTICIPANTS) return null;
    try {
      const sink = listen(track);
      deaf = false;
      return sink;
    } catch (error) {
      if (!deaf) log.warn({ err: error }, 'transcription cannot listen');
      deaf = true;
      return null;
    }
  }

  const watch = createTrackWatch({
    room,
    open: tryToListen,
    isWanted,
  });
  watch.update();
  return {
    update: watch.update,
    step() {
      watch.update();
      for (const listener of [...listeners]) listener.step();
    },
    setParticipants(next) {
      participants = next;
      watch.update();
    },
    async stop() {
      watch.close();
      await Promise.all(working);
    },
  };
}

interface Listener {
  /** Ends an utterance whose packets have stopped. */
  step(): void;
}

/**
 * Cuts one track into utterances.
 *
 * @throws where no detector can be had
 */
function openListener(
  { meeting: { clock, log }, vad }: TranscriptionOptions,
  handle: { onUtterance(utterance: Utterance): void; onEnded(): void },
): { readonly listener: Listener; readonly sink: TrackSink } {
  let heardAt = clock.now();
  const utterances = createUtterances(vad.open(), handle.onUtterance);
  const decoding = createOpusDecoding({
    sampleRate: SAMPLE_RATE,
    onAudio: utterances.push,
    onFault: (error) => log.warn({ err: error }, 'transcription cannot decode'),
  });
  return {
    listener: {
      step() {
        if (clock.now() - heardAt >= SILENCE) utterances.flush();
      },
    },
    sink: {
      onPacket(packet) {
        heardAt = clock.now();
        decoding.push({ ...packet, payload: packet.payload.slice() }, heardAt);
      },
      onEnded() {
        handle.onEnded();
        decoding.close();
        utterances.close();
      },
    },
  };
}
