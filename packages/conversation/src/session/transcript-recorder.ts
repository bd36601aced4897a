import type { Memory, PlayedSentence } from '../history/memory.ts';
import type { EndOfTurn } from '../recognition/turn-taker.ts';
import type { ClientMessages } from './client-messages.ts';

export interface TranscriptRecorderOptions {
  readonly memory: Memory;
  readonly client: ClientMessages;
}

/** Records what was said, sends it to the page, and counts the turns. */
export interface TranscriptRecorder {
  /** Turns the caller has taken. */
  readonly turns: number;
  handleUserSpeech(status: 'started' | 'stopped'): void;
  handleAssistantSpeech(status: 'started' | 'stopped'): void;
  handleWords(text: string): void;
  handleTurn(turn: EndOfTurn): void;
  handleTyped(text: string, now: number): void;
  /** A sentence begins to play; call the returned function with what was heard of it. */
  handleSentence(utteranceId: string, text: string, now: number): (played: PlayedSentence) => void;
  /** A turn of either side is complete. */
  update(): void;
}

export function createTranscriptRecorder({
  memory,
  client,
}: TranscriptRecorderOptions): TranscriptRecorder {
  let turns = 0;
  let sentences = 0;

  const update = () => client.conversation(memory.modelMessages());
  const userLine = (transcriptType: 'partial' | 'final', transcript: string, turn: number) =>
    client.transcript({ role: 'user', transcriptType, transcript, utteranceId: `user-${turn}` });

  return {
    get turns() {
      return turns;
    },
    handleUserSpeech: (status) => client.speech('user', status, turns + 1),
    handleAssistantSpeech: (status) => client.speech('assistant', status, turns),
    handleWords: (text) => userLine('partial', text, turns + 1),
    handleTurn(turn) {
      client.speech('user', 'stopped', turns + 1);
      turns += 1;
      memory.addUser(turn.text, turn.startedAt, turn.lastVoicedAt);
      userLine('final', turn.text, turns);
      update();
    },
    handleTyped(text, now) {
      turns += 1;
      memory.addUser(text, now, now);
      userLine('final', text, turns);
      update();
    },
    handleSentence(utteranceId, text, now) {
      sentences += 1;
      const line = { role: 'assistant', utteranceId: `${utteranceId}-${sentences}` } as const;
      const remember = memory.beginSentence(utteranceId, now);
      client.transcript({ ...line, transcriptType: 'partial', transcript: text });
      return (played) => {
        remember(played);
        client.transcript({
          ...line,
          transcriptType: 'final',
          transcript: played.text,
          interrupted: played.interrupted,
        });
      };
    },
    update,
  };
}
