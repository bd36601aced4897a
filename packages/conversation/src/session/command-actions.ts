import type { Responder } from '../generation/responder.ts';
import type { Memory } from '../history/memory.ts';
import type { SpeechFactory } from '../playout/speech-factory.ts';
import type { SpeechPlayer } from '../playout/speech-player.ts';
import type { CallScope } from '../scope/call-scope.ts';
import type { ClientMessages } from './client-messages.ts';
import type { CommandActions } from './commands.ts';
import type { Ending } from './ending.ts';
import type { Limits } from './limits.ts';
import type { PhaseTable } from './phase-table.ts';
import type { Reminders } from './reminders.ts';
import type { TranscriptRecorder } from './transcript-recorder.ts';

export interface CommandActionsOptions {
  readonly scope: CallScope;
  readonly phases: PhaseTable;
  readonly speech: Pick<SpeechFactory, 'say'>;
  readonly player: SpeechPlayer;
  readonly responder: Responder;
  readonly memory: Memory;
  readonly recorder: TranscriptRecorder;
  readonly client: Pick<ClientMessages, 'error'>;
  readonly limits: Pick<Limits, 'release' | 'extend'>;
  readonly reminders: Pick<Reminders, 'handleTurn'>;
  readonly ending: Pick<Ending, 'finish'>;
  readonly sayFirstMessage: () => void;
}

/** Texts of the page that wait to be said, at most. */
const MAX_UNSAID = 20;
const UNSAID = 'The assistant has too much left to say. Wait until it has said some of it.';
const MUTED = 'The assistant is muted; unmute it before it can speak.';

/** What the messages of the page do to the conversation. */
export function createCommandActions(options: CommandActionsOptions): CommandActions {
  const { phases, speech, player, responder, client, ending } = options;
  return {
    say(message) {
      if (phases.phase !== 'running') return;
      if (phases.muted) return client.error('assistant_muted', MUTED);
      phases.hold(() => {
        if (message.interruptAssistantEnabled === true) player.cut();
        if (player.waiting >= MAX_UNSAID) return client.error('queue_full', UNSAID);
        speech.say(message.message, {
          interruptible: message.interruptionsEnabled !== false,
          onDone(outcome) {
            if (message.endCallAfterSpoken && outcome.kind !== 'cut') {
              ending.finish('assistant-ended-call');
            }
          },
        });
      });
    },
    addUser(text, respond) {
      if (phases.phase !== 'running') return;
      phases.hold(() => {
        if (respond && player.interruptible) player.cut();
        responder.cancelPreemptive();
        options.reminders.handleTurn();
        options.recorder.handleTyped(text, options.scope.now());
        if (phases.isSilent) options.limits.release(true);
      });
      if (respond && phases.maySpeak()) responder.respond(null);
    },
    addContext(role, text, respond) {
      options.memory.addContext(role, text, options.scope.now());
      if (respond && phases.maySpeak()) responder.respond(null);
    },
    mute() {
      phases.setMuted(true);
      player.silence();
      responder.close();
    },
    unmute: () => phases.setMuted(false),
    sayFirstMessage: options.sayFirstMessage,
    typing() {
      if (phases.phase === 'running' && phases.isSilent) options.limits.extend();
    },
    hangUp: () => ending.finish('customer-ended-call'),
    hasRoom: options.memory.hasRoom,
    reject: client.error,
  };
}
