import type { Memory, PlayedSentence } from '../history/memory.ts';
import type { EndOfTurn } from '../recognition/turn-taker.ts';
import type { ClientMessages } from './client-messages.ts';
import type { ResumedConversation } from './port.ts';

export interface TranscriptRecorderOptions {
  readonly memory: Memory;
  readonly client: ClientMessages;
  /** What the page has of this conversation already. */
  readonly resumed?: Pick<ResumedConversation, 'generation' | 'record'> | undefined;
}

/** Records what was said, sends it to the page, and counts the turns. */
export interface TranscriptRecorder {
  /** Turns the caller has taken. */
  readonly turns: number;
  handleUserSpeech(status: 'started' | 'stopped'): void;
  handleAssistantSpeech(status: 'started' | 'stopped'): void;
  /** Words of a turn that is not over. */
  handleWords(text: string): void;
  /** The turn held nothing: takes back the words that were shown of it. */
  handleDiscarded(): void;
  /** A turn is over; one that goes on with the last takes back what was heard of its answer (TURN-36). */
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
  resumed,
}: TranscriptRecorderOptions): TranscriptRecorder {
  let turns = resumed?.record.filter(({ role }) => role === 'user').length ?? 0;
  const series = resumed === undefined ? '' : `r${resumed.generation}-`;
  let sentences = 0;
  /** Lines of what was said since the last turn. */
  let answer: string[] = [];
  /** What the page shows of a turn that is not over. */
  let shown = '';

  const update = () => client.conversation(memory.modelMessages());
  const userLine = (transcriptType: 'partial' | 'final', transcript: string, turn: number) =>
    client.transcript({ role: 'user', transcriptType, transcript, utteranceId: `user-${turn}` });

  function goOn({ text, goesOn, lastVoicedAt }: EndOfTurn): boolean {
    const whole = goesOn ? memory.continueUser(text, lastVoicedAt) : null;
    if (whole === null) return false;
    for (const utteranceId of answer)
      client.transcript({
        role: 'assistant',
        transcriptType: 'final',
        transcript: '',
        utteranceId,
      });
    answer = [];
    // What was shown of it while it was open.
    userLine('final', '', turns + 1);
    userLine('final', whole, turns);
    update();
    return true;
  }

  return {
    get turns() {
      return turns;
    },
    handleUserSpeech: (status) => client.speech('user', status, turns + 1),
    handleAssistantSpeech: (status) => client.speech('assistant', status, turns),
    handleWords(text) {
      if (text === shown) return;
      shown = text;
      userLine('partial', text, turns + 1);
    },
    handleDiscarded() {
      if (shown !== '') userLine('final', '', turns + 1);
      shown = '';
    },
    handleTurn(turn) {
      shown = '';
      client.speech('user', 'stopped', turns + 1);
      if (goOn(turn)) return;
      turns += 1;
      answer = [];
      memory.addUser(turn.text, turn.startedAt, turn.lastVoicedAt);
      userLine('final', turn.text, turns);
      update();
    },
    handleTyped(text, now) {
      turns += 1;
      memory.addTyped(text, now);
      userLine('final', text, turns);
      update();
    },
    handleSentence(utteranceId, text, now) {
      sentences += 1;
      const line = {
        role: 'assistant',
        utteranceId: `${utteranceId}-${series}${sentences}`,
      } as const;
      answer.push(line.utteranceId);
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
