import type { EndReason, TurnTiming } from '@kindling/protocol';
import { CONVERSATION_SAMPLE_RATE } from '@kindling/protocol/constants';
import type { ServerMessage } from '@kindling/protocol/messages';
import { createResponder } from '../generation/responder.ts';
import type { ToolEffect } from '../generation/tools.ts';
import { createMemory } from '../history/memory.ts';
import { createSpeechFactory } from '../playout/speech-factory.ts';
import { createSpeechPlayer, type SpeechPlan } from '../playout/speech-player.ts';
import { createAudioRecognition } from '../recognition/audio-recognition.ts';
import { createAudioRing } from '../recognition/audio-ring.ts';
import type { EndOfTurn } from '../recognition/turn-taker.ts';
import { createCallScope } from '../scope/call-scope.ts';
import { createFaults, ProviderError } from '../scope/faults.ts';
import { createClientMessages } from './client-messages.ts';
import { createCommands } from './commands.ts';
import { createCurrentAssistant } from './current-assistant.ts';
import { saysEndPhrase } from './end-phrases.ts';
import { createHandoffs } from './handoffs.ts';
import { createLimits } from './limits.ts';
import type { Conversation, ConversationOptions, ConversationReport } from './port.ts';
import { createReminders } from './reminders.ts';
import { createTranscriptRecorder } from './transcript-recorder.ts';

/** What was said while connecting is kept this long (TURN-4). */
const RING_SAMPLES = 5 * CONVERSATION_SAMPLE_RATE;
/** A closing message that takes longer than this does not hold the call, ms. */
const CLOSING_TIMEOUT = 15_000;
const APOLOGY = {
  transcriber: 'Sorry, I had trouble hearing that. Could you say it again?',
  model: 'Sorry, something went wrong on my side. Could you ask me again?',
  voice: 'Sorry, I lost my voice for a moment. Could you ask me again?',
} as const;

/** Speech as long as this holds words, ms; a cough or a chair does not last so long. */
const UNHEARD_SPEECH = 700;
const NOBODY_THERE = 'Sorry, I cannot reach them now. Let us go on together.';
/** Texts of the page that wait to be said, at most. */
const MAX_UNSAID = 20;
const UNSAID = 'The assistant has too much left to say. Wait until it has said some of it.';
const MUTED = 'The assistant is muted; unmute it before it can speak.';
const NOT_HEARD = 'Sorry, I did not catch that. Could you say it again?';

type Phase = 'waiting' | 'running' | 'concluding' | 'ended';

/**
 * Holds one conversation: hears turns, answers them, stops when it is spoken over, ends once.
 * Wiring only; the work is done by the managers beside this file.
 */
export function createConversation(options: ConversationOptions): Conversation {
  const { engines, output } = options;
  const assistant = createCurrentAssistant({
    name: options.assistantName ?? null,
    settings: options.settings,
    model: engines.model,
    ...(options.tools === undefined ? {} : { tools: options.tools }),
    ...(options.node === undefined ? {} : { node: options.node }),
  });
  const { settings } = assistant;
  const scope = createCallScope(options.clock);
  const memory = createMemory(settings.systemPrompt, options.history);
  const onFault = options.onFault ?? (() => {});
  const faults = createFaults({ scope, onFault });
  const client = createClientMessages(send);
  const recorder = createTranscriptRecorder({ memory, client });
  const ring = createAudioRing(RING_SAMPLES);
  const timings: TurnTiming[] = [];
  const ended = Promise.withResolvers<ConversationReport>();
  let phase: Phase = 'waiting';
  let startedAt: number | null = null;
  let closingReason: EndReason | null = null;
  let muted = false;
  let holding = false;
  /** How many waits run in which an assistant that was stopped says nothing (TURN-34). */
  let backoffs = 0;
  let firstMessageSaid = false;
  /** Once in a row: what is still not understood is probably no speech. */
  let askedAgain = false;

  const player = createSpeechPlayer({
    scope,
    output,
    voiceSampleRate: engines.voice.sampleRate,
    onSpeech: recorder.handleAssistantSpeech,
    onVoiceInput: client.voiceInput,
    onSentence: (plan, text) => recorder.handleSentence(plan.id, text, scope.now()),
    onInterrupted: handleInterrupted,
    onIdle: handleFloorFree,
  });
  const speech = createSpeechFactory({ scope, faults, voice: engines.voice, settings, speak });
  const responder = createResponder({
    scope,
    settings,
    model: assistant.model,
    tools: assistant.tools,
    memory,
    faults,
    speech,
    mayAnswer: () =>
      phase === 'running' &&
      !(muted || holding || recognition.open || player.busy) &&
      backoffs === 0,
    onTiming(timing) {
      timings.push(timing);
      client.timing(timing);
    },
    onHang: client.hang,
    onToolCalls: client.toolCalls,
    onToolResult: client.toolResult,
    onEffect: takeEffect,
    onDone(outcome) {
      if (outcome.kind === 'spoken') faults.recordSuccess();
    },
  });
  const recognition = createAudioRecognition({
    scope,
    vad: engines.vad,
    transcriber: engines.transcriber,
    faults,
    floor: player,
    get interruptionWords() {
      return settings.interruptionWords;
    },
    plan: () => settings.turnPlan,
    onOpened() {
      limits.hold();
      recorder.handleUserSpeech('started');
    },
    onWords(text, looksComplete) {
      recorder.handleWords(text);
      if (looksComplete && !player.busy && !muted) responder.generatePreemptively(text);
    },
    onResumed: responder.cancelPreemptive,
    onTurn: handleTurn,
    onDiscarded(unheard) {
      recorder.handleUserSpeech('stopped');
      responder.cancelPreemptive();
      handleFloorFree(false);
      askAgain(unheard);
    },
    onFailed(error) {
      recorder.handleUserSpeech('stopped');
      responder.cancelPreemptive();
      handleFailure(error);
      handleFloorFree();
    },
  });
  const handOff = createHandoffs({
    ...{ assistant, memory, client },
    find: options.handOff ?? (() => null),
    say(text, interruptible) {
      // Who speaks now is answered by the new one; a greeting would be in the way.
      if (!muted && !recognition.open) speech.say(text, { interruptible });
    },
    answer(history) {
      if (muted) return;
      if (history === 'forget') responder.greet(true, () => {});
      else responder.respond(null);
    },
  });
  const reminders = createReminders({
    scope,
    plan: () => settings.reminders,
    say(text) {
      if (phase === 'running' && !muted) speech.say(text, { interruptible: true });
    },
  });
  const limits = createLimits({
    ...{ scope, reminders },
    get silenceTimeoutSeconds() {
      return settings.silenceTimeoutSeconds;
    },
    maxDurationSeconds: settings.maxDurationSeconds,
    onSilence: () => conclude('silence-timed-out'),
    onTimeLeft: client.timeLeft,
    onMaxDuration: () => conclude('exceeded-max-duration'),
  });
  const commands = createCommands({
    say(message) {
      if (phase !== 'running') return;
      if (muted) return client.error('assistant_muted', MUTED);
      withFloorHeld(() => {
        if (message.interruptAssistantEnabled === true) player.cut();
        if (player.waiting >= MAX_UNSAID) return client.error('queue_full', UNSAID);
        speech.say(message.message, {
          interruptible: message.interruptionsEnabled !== false,
          onDone(outcome) {
            if (message.endCallAfterSpoken && outcome.kind !== 'cut')
              finish('assistant-ended-call');
          },
        });
      });
    },
    addUser(text, respond) {
      if (phase !== 'running') return;
      withFloorHeld(() => {
        if (respond && player.interruptible) player.cut();
        responder.cancelPreemptive();
        reminders.handleTurn();
        recorder.handleTyped(text, scope.now());
        if (!player.busy && !recognition.open) limits.release(true);
      });
      if (respond && !muted) responder.respond(null);
    },
    addContext(role, text, respond) {
      memory.addContext(role, text, scope.now());
      if (respond && phase === 'running' && !muted) responder.respond(null);
    },
    mute() {
      muted = true;
      player.silence();
      responder.close();
    },
    unmute() {
      muted = false;
    },
    sayFirstMessage() {
      if (phase === 'running') sayFirstMessage();
    },
    typing() {
      if (phase === 'running' && !player.busy && !recognition.open) limits.extend();
    },
    hangUp: () => finish('customer-ended-call'),
    hasRoom: memory.hasRoom,
    reject: client.error,
  });

  function send(message: ServerMessage) {
    try {
      options.onMessage(message);
    } catch (error) {
      onFault({ stage: 'message', error });
    }
  }

  function speak(plan: SpeechPlan) {
    limits.hold();
    player.speak({
      ...plan,
      onDone(outcome) {
        recorder.update();
        plan.onDone?.(outcome);
        if (outcome.kind === 'failed') handleFailure(outcome.error);
        if (outcome.kind === 'spoken' && saysEndPhrase(outcome.text, settings.endCallPhrases)) {
          conclude('assistant-said-end-call-phrase');
        }
      },
    });
  }

  function handleInterrupted() {
    client.interrupted();
    const backoff = settings.turnPlan?.backoff ?? 0;
    if (backoff === 0) return;
    backoffs += 1;
    // Counted, not compared with the time: a timer may run a fraction of a millisecond early.
    scope.after(backoff, () => {
      backoffs -= 1;
      responder.handleFloorFree();
    });
  }

  function withFloorHeld(action: () => void) {
    holding = true;
    action();
    holding = false;
  }

  /** Somebody spoke and no words came of it: better to say so than to say nothing (TURN-19). */
  function askAgain(unheard: number) {
    if (unheard < UNHEARD_SPEECH || askedAgain || phase !== 'running') return;
    if (muted || player.busy) return;
    askedAgain = true;
    speech.say(NOT_HEARD, { interruptible: true });
  }

  function handleTurn(turn: EndOfTurn) {
    askedAgain = false;
    reminders.handleTurn();
    recorder.handleTurn(turn);
    if (!muted) responder.respond({ ...turn, turn: recorder.turns });
    else if (!player.busy) limits.release(true);
  }

  /** @param anew false when nobody had spoken: the silence goes on being counted */
  function handleFloorFree(anew = true) {
    if (phase !== 'running') return;
    responder.handleFloorFree();
    if (player.busy) return;
    if (recognition.open) limits.touch();
    else limits.release(anew);
  }

  function handleFailure(error: unknown) {
    if (phase === 'concluding') return;
    if (!(error instanceof ProviderError)) onFault({ stage: 'conversation', error });
    if (!faults.recordFailure()) {
      finish('pipeline-error');
    } else if (phase === 'running' && !muted && !player.busy) {
      const stage = error instanceof ProviderError ? error.stage : 'model';
      speech.say(APOLOGY[stage], { interruptible: true });
    }
  }

  function takeEffect(effect: ToolEffect) {
    if (effect.type === 'end-call') conclude('assistant-ended-call');
    if (effect.type !== 'handoff' || phase !== 'running') return;
    if (!handOff(effect.destination)) speech.say(NOBODY_THERE, { interruptible: true });
  }

  function sayFirstMessage() {
    if (firstMessageSaid || muted) return;
    const interruptible = settings.firstMessageInterruptionsEnabled;
    if (settings.firstMessageMode === 'assistant-speaks-first-with-model-generated-message') {
      responder.greet(interruptible, () => {});
    } else if (settings.firstMessage) {
      speech.say(settings.firstMessage, { interruptible });
    } else {
      return;
    }
    firstMessageSaid = true;
  }

  /** The assistant's own end: its closing message first. */
  function conclude(reason: EndReason, words?: string) {
    if (phase !== 'running') return;
    phase = 'concluding';
    closingReason = reason;
    keepLastTurn();
    responder.close();
    player.silence();
    const silence = reason === 'silence-timed-out' ? settings.silenceMessage : undefined;
    const closing = words ?? silence ?? settings.endCallMessage;
    if (closing === null || muted) {
      finish(reason);
      return;
    }
    scope.after(CLOSING_TIMEOUT, () => finish(reason));
    speech.say(closing, { interruptible: false, onDone: () => finish(reason) });
  }

  function keepLastTurn() {
    const wasOpen = recognition.open;
    const turn = recognition.close();
    if (turn !== null) recorder.handleTurn(turn);
    else if (wasOpen) recorder.handleUserSpeech('stopped');
  }

  function finish(reason: EndReason): void {
    if (phase === 'ended') return;
    phase = 'ended';
    keepLastTurn();
    responder.close();
    player.close();
    scope.close();
    const endReason = closingReason ?? reason;
    const report: ConversationReport = {
      endReason,
      startedAt,
      endedAt: scope.now(),
      messages: memory.callMessages(startedAt),
      transcript: memory.transcript(),
      turnTimings: timings,
    };
    client.ended(endReason);
    ended.resolve(report);
    options.onEnded(report);
  }

  return {
    start() {
      if (phase !== 'waiting') return;
      phase = 'running';
      startedAt = scope.now();
      client.inProgress();
      if (assistant.node !== null) client.node(assistant.node);
      limits.start();
      if (settings.firstMessageMode !== 'assistant-waits-for-user') sayFirstMessage();
      recognition.replay(ring.take());
      commands.start();
    },
    handleAudio(pcm) {
      if (phase === 'waiting') ring.push(pcm);
      if (phase !== 'running') return;
      try {
        recognition.handleAudio(pcm);
      } catch (error) {
        onFault({ stage: 'vad', error });
        finish('pipeline-error');
      }
    },
    handleMessage(message) {
      if (phase === 'waiting' || phase === 'running') commands.handleMessage(message);
      else if (message.type === 'end-call') finish('customer-ended-call');
    },
    conclude,
    end(reason) {
      finish(reason);
      return ended.promise;
    },
  };
}
