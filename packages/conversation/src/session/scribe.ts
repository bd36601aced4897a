import type { Memory, PlayedSentence } from '../history/memory.ts';
import type { FinishedTurn } from '../recognition/turn-taker.ts';
import type { Announcer } from './announcer.ts';

export interface ScribeOptions {
  readonly memory: Memory;
  readonly announcer: Announcer;
}

/** Puts what was said into the memory and onto the page, and counts the turns. */
export interface Scribe {
  /** Turns the person has taken. */
  readonly turns: number;
  handleUserSpeech(status: 'started' | 'stopped'): void;
  handleAssistantSpeech(status: 'started' | 'stopped'): void;
  handleWords(text: string): void;
  handleTurn(turn: FinishedTurn): void;
  handleTyped(text: string, now: number): void;
  /** A sentence begins to play; call the result with what was heard of it. */
  handleSentence(utteranceId: string, text: string, now: number): (played: PlayedSentence) => void;
  /** A turn of either side is complete. */
  update(): void;
}

export function createScribe({ memory, announcer }: ScribeOptions): Scribe {
  let turns = 0;
  let sentences = 0;

  const update = () => announcer.conversation(memory.modelMessages());
  const userLine = (transcriptType: 'partial' | 'final', transcript: string, turn: number) =>
    announcer.transcript({ role: 'user', transcriptType, transcript, utteranceId: `user-${turn}` });

  return {
    get turns() {
      return turns;
    },
    handleUserSpeech: (status) => announcer.speech('user', status, turns + 1),
    handleAssistantSpeech: (status) => announcer.speech('assistant', status, turns),
    handleWords: (text) => userLine('partial', text, turns + 1),
    handleTurn(turn) {
      announcer.speech('user', 'stopped', turns + 1);
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
      announcer.transcript({ ...line, transcriptType: 'partial', transcript: text });
      return (played) => {
        remember(played);
        announcer.transcript({
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
