import type { EndReason } from '@kindling/protocol';
import { CONVERSATION_SAMPLE_RATE } from '@kindling/protocol/constants';
import { createResponder } from '../generation/responder.ts';
import type { ToolEffect } from '../generation/tools.ts';
import type { Memory } from '../history/memory.ts';
import { createOwnVoice } from '../playout/own-voice/own-voice.ts';
import { tapOutput } from '../playout/own-voice/tap-output.ts';
import {
  type AudioRecognition,
  type AudioRecognitionOptions,
  createAudioRecognition,
} from '../recognition/audio-recognition.ts';
import { type AudioRing, createAudioRing } from '../recognition/audio-ring.ts';
import { createAssistantSpeech } from './assistant-speech.ts';
import { createCommandActions } from './command-actions.ts';
import { createCommands } from './commands.ts';
import { type ConversationCore, createCore } from './core.ts';
import { createEnding } from './ending.ts';
import { createFirstMessage } from './first-message.ts';
import { createHandoffs } from './handoffs.ts';
import { createHooks } from './hooks.ts';
import { createOpening } from './opening.ts';
import { createPhaseTable, type PhaseTable } from './phase-table.ts';
import type { Conversation, ConversationOptions } from './port.ts';
import { createRecovery } from './recovery.ts';
import { createTimeouts } from './timeouts.ts';
import { createTurnHandler } from './turn-handler.ts';

/** What the assistant said last, as far as it was heard. */
const lastSaid = ({ modelMessages }: Memory) =>
  modelMessages().findLast(({ role }) => role === 'assistant')?.content ?? '';

/** Audio from before the start that is kept, samples (TURN-4). */
const RING_SAMPLES = 5 * CONVERSATION_SAMPLE_RATE;

/**
 * Holds one conversation: recognises turns, answers them, stops when it is spoken over, ends once. Only wiring: the
 * parts are made in their order, playout, generation, recognition, and callbacks lead to those further below.
 */
export function createConversation(options: ConversationOptions): Conversation {
  const core = createCore(options);
  const ownVoice = createOwnVoice();
  const output = tapOutput(options.output, ownVoice, core.scope.now);
  const { assistant, settings, scope, client } = core;
  const assistantSpeaks = () => player.busy;
  const userSpeaks = () => recognition.open;
  const onBackoffOver = () => responder.handleFloorFree();
  const phases = createPhaseTable({ scope, userSpeaks, assistantSpeaks, onBackoffOver });

  const { player, speech } = createAssistantSpeech({
    core,
    phases,
    output,
    onBegin: () => limits.hold(),
    onIdle: () => handleFloorFree(true),
    onInterrupted: () => hooks.handleInterrupted(),
    onFailed: (error) => recovery.handleFailure(error),
    onEndPhrase: () => ending.conclude('assistant-said-end-call-phrase'),
  });
  const onGivenUp = () => ending.giveUp();
  const recovery = createRecovery({ ...core, phases, speech, assistantSpeaks, onGivenUp });

  const responder = createResponder({
    ...core,
    model: assistant.model,
    tools: assistant.tools,
    speech,
    mayAnswer: phases.mayAnswer,
    onHang: client.hang,
    onToolCalls: client.toolCalls,
    onToolResult: client.toolResult,
    onEffect,
  });
  const find = options.handOff ?? (() => null);
  const handOff = createHandoffs({ ...core, phases, speech, responder, userSpeaks, find });
  const hooks = createHooks({ ...core, phases, speech, responder, onEffect });
  const sayFirstMessage = createFirstMessage({ phases, settings, speech, responder });
  const open = createOpening({ ...core, phases, speech, responder, sayFirstMessage });

  const conclude = (reason: EndReason) => ending.conclude(reason);
  const { reminders, limits } = createTimeouts({ ...core, phases, speech, hooks, conclude });

  const parts = { ...core, phases, speech, player, responder, limits, reminders, recovery, hooks };
  const recognition = createAudioRecognition({
    ...core,
    ...options.engines,
    messagesWith: core.memory.modelMessages,
    floor: player,
    lastSaid: () => lastSaid(core.memory),
    ownVoice,
    hooks: createTurnHandler({ ...parts, onFloorFree: handleFloorFree }),
  });
  const ending = createEnding({ ...parts, recognition, onEnded: options.onEnded });
  const commands = createCommands(createCommandActions({ ...parts, ending, sayFirstMessage }));
  const ring = createAudioRing(RING_SAMPLES);
  const handleFault = () => ending.finish('pipeline-error');

  function onEffect(effect: ToolEffect) {
    if (effect.type === 'end-call') ending.conclude('assistant-ended-call');
    else handOff(effect.destination);
  }

  /** @param anew false where nobody had spoken: the silence goes on counting */
  function handleFloorFree(anew: boolean) {
    if (phases.phase !== 'running') return;
    responder.handleFloorFree();
    if (player.busy) return;
    if (recognition.open) limits.touch();
    else limits.release(anew);
  }

  return {
    get isAtRest() {
      return phases.phase === 'running' && phases.isSilent && !responder.busy && !hooks.busy;
    },
    start() {
      if (!phases.enter('running')) return;
      ending.begin(core.beganAt ?? scope.now());
      tellWhoSpeaks(core);
      limits.start();
      open(options.resumed);
      recognition.replay(ring.take());
      commands.start();
    },
    handleAudio: takeAudio({ ...parts, recognition, ring, handleFault }),
    handleMessage(message) {
      if (phases.takesMessages) commands.handleMessage(message);
      else if (message.type === 'end-call') ending.finish('customer-ended-call');
    },
    conclude: ending.conclude,
    end(reason) {
      ending.finish(reason);
      return ending.report;
    },
    release: ending.release,
  };
}

/** To the page. */
function tellWhoSpeaks({
  client,
  assistant,
}: Pick<ConversationCore, 'client' | 'assistant'>): void {
  client.inProgress();
  client.assistantStarted(assistant.name);
  if (assistant.node !== null) client.node(assistant.node);
}

/** What the caller's microphone gives: kept until the conversation starts, then recognised. */
function takeAudio(parts: {
  readonly phases: Pick<PhaseTable, 'audio'>;
  readonly ring: Pick<AudioRing, 'push'>;
  readonly recognition: Pick<AudioRecognition, 'handleAudio'>;
  readonly onFault: AudioRecognitionOptions['onFault'];
  readonly handleFault: () => void;
}): (pcm: Int16Array) => void {
  const { phases, ring, recognition, onFault, handleFault } = parts;
  return (pcm) => {
    if (phases.audio === 'kept') ring.push(pcm);
    if (phases.audio !== 'recognised') return;
    try {
      recognition.handleAudio(pcm);
    } catch (error) {
      onFault({ stage: 'vad', error });
      handleFault();
    }
  };
}
