import { type Clock, createCallObject } from '@kindling/call';
import { MOBILE_JOIN_DELAY } from '@kindling/protocol/constants';
import { type CallTarget, type CreatedCall, requestCall } from './call-request.ts';
import { CallSession } from './call-session.ts';
import {
  askForMicrophone,
  type CallSettings,
  type GrantedMicrophone,
} from './microphone-permission.ts';
import type { StartProgress } from './start-progress.ts';
import type { StageErrorType, VapiEmit } from './vapi-events.ts';

export interface StartOptions {
  readonly target: CallTarget;
  readonly token: string;
  readonly baseUrl: string;
  readonly settings: CallSettings;
  readonly clock: Clock;
  readonly isMobile: boolean;
  readonly emit: VapiEmit;
  readonly progress: StartProgress;
  /** Aborted by `stop()` while starting. */
  readonly signal: AbortSignal;
  /** The session exists from here on; `stop()` ends it. */
  onSession(session: CallSession): void;
  onEnded(): void;
}

const VIDEO_AVATAR_PROVIDER = 'tavus';

type BlockingStage = 'daily-call-object-creation' | 'daily-call-join';
type OptionalStage = 'video-recording-setup' | 'audio-observer-setup' | 'audio-processing-setup';

/** Microphone, call, room, in this order; everything taken is given back when a step fails. */
export async function startCall(options: StartOptions): Promise<CreatedCall> {
  const { progress, target, settings, signal } = options;
  const microphone = await progress.run('initialization', () => askForMicrophone(settings), {
    started: {
      hasAssistant: target.assistant !== undefined,
      hasSquad: target.squad !== undefined,
      hasWorkflow: target.workflow !== undefined,
    },
  });
  const grantedAt = options.clock.now();
  try {
    signal.throwIfAborted();
    const created = await createCall(options);
    signal.throwIfAborted();
    const session = await createSession(options, created, microphone);
    await waitOnMobile(options, grantedAt);
    await joinCall(options, session, created);
    await setUp(options, session, created);
    return created;
  } catch (error) {
    microphone.release();
    throw error;
  }
}

function createCall({ progress, target, token, baseUrl, signal }: StartOptions) {
  const create = () => requestCall(target, { token, baseUrl, signal });
  return progress.run('web-call-creation', create, {
    completed: (created) => ({
      callId: created.id,
      videoRecordingEnabled: recordsVideo(created),
      voiceProvider: created.assistant?.voice.provider ?? 'unknown',
    }),
  });
}

async function createSession(
  options: StartOptions,
  created: CreatedCall,
  microphone: GrantedMicrophone,
): Promise<CallSession> {
  const { settings, clock, emit } = options;
  const isVideoRecordingEnabled = recordsVideo(created);
  const isVideoEnabled = created.assistant?.voice.provider === VIDEO_AVATAR_PROVIDER;
  const make = () => {
    const call = createCallObject({
      audioSource: microphone.source,
      videoSource: false,
      startAudioOff: settings.startAudioOff ?? false,
      ...(settings.dailyConfig === undefined ? {} : { dailyConfig: settings.dailyConfig }),
    });
    const subscribesToVideo = isVideoRecordingEnabled || isVideoEnabled;
    const { onEnded } = options;
    const session = new CallSession({ call, microphone, clock, emit, subscribesToVideo, onEnded });
    options.onSession(session);
    return session;
  };
  const started = { isVideoRecordingEnabled, isVideoEnabled };
  return blocking(options, 'daily-call-object-creation', make, started);
}

/** Mobile browsers settle their permissions; what was waited since the grant counts. */
async function waitOnMobile(options: StartOptions, grantedAt: number): Promise<void> {
  const { progress, isMobile, clock } = options;
  if (!isMobile) {
    progress.tell({ stage: 'mobile-permissions', status: 'started', metadata: { isMobile } });
    progress.skip('mobile-permissions', 'skipped-not-mobile');
    return;
  }
  const rest = Math.max(0, MOBILE_JOIN_DELAY - (clock.now() - grantedAt));
  const wait = () =>
    new Promise<void>((resolve) => {
      clock.schedule(rest, resolve);
    });
  await progress.run('mobile-permissions', wait, {
    started: { isMobile },
    completed: () => ({ action: 'permissions-wait' }),
  });
}

async function joinCall(options: StartOptions, session: CallSession, created: CreatedCall) {
  options.signal.throwIfAborted();
  const url = new URL(created.webCallUrl, options.baseUrl).href;
  const join = () => session.call.join({ url, subscribeToTracksAutomatically: false });
  await blocking(options, 'daily-call-join', join);
}

/** What may fail without ending the call. */
async function setUp(options: StartOptions, session: CallSession, created: CreatedCall) {
  const { progress } = options;
  const { call } = session;
  if (recordsVideo(created)) {
    await optional(options, 'video-recording-setup', () => startRecording(session));
  } else {
    progress.skip('video-recording-setup', 'skipped-not-enabled');
  }
  await optional(options, 'audio-observer-setup', () =>
    call.startRemoteParticipantsAudioLevelObserver(100),
  );
  await optional(options, 'audio-processing-setup', () =>
    call.updateInputSettings({ audio: { processor: { type: 'noise-cancellation' } } }),
  );
}

function startRecording(session: CallSession): void {
  session.call.startRecording({
    width: 1280,
    height: 720,
    backgroundColor: '#FF1F2D3D',
    layout: { preset: 'default' },
  });
}

async function blocking<T>(
  options: StartOptions,
  stage: BlockingStage,
  work: () => T | Promise<T>,
  started?: Readonly<Record<string, unknown>>,
): Promise<T> {
  const { progress, clock, signal } = options;
  const startedAt = clock.now();
  try {
    return await progress.run(stage, work, started === undefined ? {} : { started });
  } catch (error) {
    if (!signal.aborted) tellError(options, stage, error, clock.now() - startedAt);
    throw error;
  }
}

async function optional(
  options: StartOptions,
  stage: OptionalStage,
  work: () => unknown,
): Promise<void> {
  // Ended while it was being set up: nothing is left to set up.
  if (options.signal.aborted) return;
  const startedAt = options.clock.now();
  try {
    await options.progress.run(stage, work);
  } catch (error) {
    tellError(options, stage, error, options.clock.now() - startedAt);
  }
}

function tellError(
  { emit }: StartOptions,
  stage: BlockingStage | OptionalStage,
  error: unknown,
  duration: number,
): void {
  const type: StageErrorType = `${stage}-error`;
  emit('error', { type, stage, error, duration, timestamp: new Date().toISOString() });
}

function recordsVideo(created: CreatedCall): boolean {
  return created.artifactPlan?.videoRecordingEnabled ?? false;
}
