import { type Clock, createCallObject } from '@kindling/call';
import { MOBILE_JOIN_DELAY } from '@kindling/protocol/constants';
import {
  askForMicrophone,
  type CallSettings,
  type GrantedMicrophone,
} from '../microphone/microphone-permission.ts';
import type { StageErrorType, StartStage, VapiEmit } from '../vapi-events.ts';
import type { JoinableCall } from './call-request.ts';
import { CallSession } from './call-session.ts';
import { errorMessage } from './error-message.ts';
import type { StageMetadata, StartProgress } from './start-progress.ts';

export interface StartCallOptions<C extends JoinableCall> {
  /** Details of the first event: what is called. */
  readonly metadata: StageMetadata;
  /** Creates the call to join, or returns the existing one. */
  readonly createCall: () => Promise<C>;
  readonly joins: 'first' | 'again';
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

type Options = StartCallOptions<JoinableCall>;

type FailingStage<T = StageErrorType> = T extends `${infer Stage extends StartStage}-error`
  ? Stage
  : never;

const VIDEO_AVATAR_PROVIDER = 'tavus';

/** Microphone, call, room, in this order; everything is released when a step fails. */
export async function startCall<C extends JoinableCall>(options: StartCallOptions<C>): Promise<C> {
  const { progress, settings, signal, createCall } = options;
  const microphone = await progress.run('initialization', () => askForMicrophone(settings), {
    started: options.metadata,
  });
  const grantedAt = options.clock.now();
  try {
    signal.throwIfAborted();
    const created = await progress.run('web-call-creation', createCall, {
      completed: (call) => ({
        callId: call.id ?? 'unknown',
        videoRecordingEnabled: recordsVideo(call),
        voiceProvider: call.assistant?.voice?.provider ?? 'unknown',
      }),
    });
    signal.throwIfAborted();
    const session = await createSession(options, created, microphone);
    await waitOnMobile(options, grantedAt);
    signal.throwIfAborted();
    const url = new URL(created.webCallUrl, options.baseUrl).href;
    // The ICE credentials of an earlier call may have expired: the room is asked for new ones.
    const iceServers = options.joins === 'again' ? undefined : created.iceServers;
    const join = () =>
      session.call.join({
        url,
        subscribeToTracksAutomatically: false,
        ...(iceServers === undefined ? {} : { iceServers }),
      });
    await run(options, 'daily-call-join', join);
    await setUp(options, session, recordsVideo(created));
    return created;
  } catch (error) {
    microphone.release();
    throw error;
  }
}

async function createSession(
  options: Options,
  created: JoinableCall,
  microphone: GrantedMicrophone,
): Promise<CallSession> {
  const { settings, clock, emit, onEnded } = options;
  const isVideoRecordingEnabled = recordsVideo(created);
  const isVideoEnabled = created.assistant?.voice?.provider === VIDEO_AVATAR_PROVIDER;
  const { audioSource = true, videoSource = isVideoRecordingEnabled } = settings;
  const make = () => {
    // A listener of this stage stopped the call: nothing else would end the session.
    options.signal.throwIfAborted();
    const session = new CallSession({
      call: createCallObject({ ...settings, audioSource: microphone.source, videoSource }),
      microphone,
      clock,
      emit,
      onEnded,
      recordsVideo: isVideoRecordingEnabled,
      showsVideo: isVideoEnabled,
    });
    options.onSession(session);
    return session;
  };
  const started = { audioSource, videoSource, isVideoRecordingEnabled, isVideoEnabled };
  return run(options, 'daily-call-object-creation', make, started);
}

/** Mobile browsers need a moment after a permission was granted. */
async function waitOnMobile(options: Options, grantedAt: number): Promise<void> {
  const { progress, isMobile, clock } = options;
  const waited = clock.now() - grantedAt;
  const wait = async () => {
    if (!isMobile || waited >= MOBILE_JOIN_DELAY) return;
    await new Promise<void>((resolve) => void clock.schedule(MOBILE_JOIN_DELAY - waited, resolve));
  };
  await progress.run('mobile-permissions', wait, {
    started: { isMobile },
    completed: () => ({ action: isMobile ? 'permissions-wait' : 'skipped-not-mobile' }),
  });
}

/** Setup steps that may fail without ending the call. */
async function setUp(options: Options, session: CallSession, recordsVideo: boolean): Promise<void> {
  const { call } = session;
  const optional = async (stage: FailingStage, work: () => unknown) => {
    // Ended during the setup: nothing left to do.
    if (!options.signal.aborted) await run(options, stage, work).catch(() => {});
  };
  if (recordsVideo) {
    await optional('video-recording-setup', async () => {
      const { startVideoRecording } = await import('./video-recording.ts');
      startVideoRecording(session, options);
    });
  } else {
    options.progress.skip('video-recording-setup', 'skipped-not-enabled');
  }
  await optional('audio-observer-setup', () => call.startRemoteParticipantsAudioLevelObserver(100));
  await optional('audio-processing-setup', () =>
    call.updateInputSettings({ audio: { processor: { type: 'noise-cancellation' } } }),
  );
}

/** Runs a stage whose failure also emits `error`, unless the call was stopped meanwhile. */
function run<T>(
  { progress, emit, signal }: Options,
  stage: FailingStage,
  work: () => T | Promise<T>,
  started?: StageMetadata,
): Promise<T> {
  return progress.run(stage, work, {
    started,
    failed(error, duration) {
      if (signal.aborted) return;
      const type: StageErrorType = `${stage}-error`;
      const message = errorMessage(error);
      emit('error', { type, stage, message, error, duration, timestamp: new Date().toISOString() });
    },
  });
}

function recordsVideo(created: JoinableCall): boolean {
  return created.artifactPlan?.videoRecordingEnabled ?? false;
}
