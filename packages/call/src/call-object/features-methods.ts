import { CallError } from '../core/call-error.ts';
import type { MediaPlayerInfo } from '../core/call-events.ts';
import type {
  DialOutOptions,
  InstanceOptions,
  LiveStreamingOptions,
  MediaPlayerSettings,
  RecordingOptions,
  StreamingEndpoint,
  StreamingLayout,
  TranscriptionOptions,
  TransferOptions,
} from '../features/feature-options.ts';
import { lazyFeatures } from '../features/lazy-features.ts';
import type { Recordings } from '../features/recordings.ts';
import type { Transcriptions } from '../features/transcriptions.ts';
import {
  checkRecording,
  checkTranscriptionStop,
  checkTranscriptionUpdate,
} from '../options/recording-rules.ts';
import {
  anyObject,
  command,
  commandInRoom,
  firstArgument,
  type MethodRule,
  rule,
  taskInRoom,
} from './method-rules.ts';
import { NetworkMethods } from './network-methods.ts';

/** When each of the methods below may be called, and what it takes. */
export const FEATURES_METHOD_RULES = {
  startRecording: rule('void', 'usable', firstArgument(checkRecording)),
  updateRecording: rule('void', 'usable', firstArgument(anyObject)),
  stopRecording: command,
  startTranscription: commandInRoom,
  updateTranscription: rule('void', 'joined', firstArgument(checkTranscriptionUpdate)),
  stopTranscription: rule('void', 'joined', firstArgument(checkTranscriptionStop)),
  startRemoteMediaPlayer: rule('async', 'usable', { checkLater: 'checkPlayerStart' }),
  updateRemoteMediaPlayer: rule('async', 'usable', { checkLater: 'checkPlayerUpdate' }),
  stopRemoteMediaPlayer: rule('async', 'usable', { checkLater: 'checkPlayerId' }),
  startLiveStreaming: command,
  updateLiveStreaming: rule('void', 'usable', firstArgument(anyObject)),
  addLiveStreamingEndpoints: rule('void', 'usable', firstArgument(anyObject)),
  removeLiveStreamingEndpoints: rule('void', 'usable', firstArgument(anyObject)),
  stopLiveStreaming: command,
  startDialOut: rule('async', 'joined', { checkLater: 'checkDialOut' }),
  stopDialOut: taskInRoom,
  sendDTMF: rule('async', 'joined', { checkLater: 'checkTones' }),
  sipCallTransfer: rule('async', 'joined', { checkLater: 'checkTransfer' }),
  sipRefer: rule('async', 'joined', { checkLater: 'checkRefer' }),
} satisfies Record<string, MethodRule>;

const NO_STREAMING = 'Live streaming is not configured on this server.';

/** What the server does for a room: recording, transcription, media player, telephony. */
export class FeaturesMethods extends NetworkMethods {
  readonly #features = lazyFeatures(this.context);

  /**
   * Records: `cloud` and `raw-tracks` on the server, for those who may; `local` in this page, chunk by
   * chunk as `recording-data`. Emits `recording-started` or `recording-error`.
   */
  startRecording(options: RecordingOptions = {}): void {
    this.#record((recordings) => recordings.start(options));
  }

  /** Changes the layout of a recording that is running on the server. */
  updateRecording(options: { layout?: StreamingLayout; instanceId?: string }): void {
    this.#record((recordings) => recordings.update(options));
  }

  /** Emits `recording-stopped`, or `recording-error` when none is running. */
  stopRecording(options: InstanceOptions = {}): void {
    this.#record((recordings) => recordings.stop(options));
  }

  /** Emits `live-streaming-error`: this server does not stream. */
  startLiveStreaming(options?: LiveStreamingOptions): void {
    this.#refuseStreaming(options);
  }

  /** As `startLiveStreaming`. */
  updateLiveStreaming(options: { layout?: StreamingLayout; instanceId?: string }): void {
    this.#refuseStreaming(options);
  }

  /** As `startLiveStreaming`. */
  addLiveStreamingEndpoints(options: {
    endpoints: readonly StreamingEndpoint[];
    instanceId?: string;
  }): void {
    this.#refuseStreaming(options);
  }

  /** As `startLiveStreaming`. */
  removeLiveStreamingEndpoints(options: {
    endpoints: readonly StreamingEndpoint[];
    instanceId?: string;
  }): void {
    this.#refuseStreaming(options);
  }

  /** As `startLiveStreaming`. */
  stopLiveStreaming(options: InstanceOptions = {}): void {
    this.#refuseStreaming(options);
  }

  /**
   * Plays the media at `url` to all participants, as a participant of its own.
   *
   * @throws when the server may not fetch from there, or cannot play it
   */
  startRemoteMediaPlayer(options: {
    url: string;
    settings?: MediaPlayerSettings;
  }): Promise<MediaPlayerInfo> {
    return this.#features.use(({ players }) => players.start(options.url, options.settings));
  }

  /** Pauses, resumes, or changes the volume. */
  updateRemoteMediaPlayer(options: {
    session_id: string;
    settings: MediaPlayerSettings;
  }): Promise<MediaPlayerInfo> {
    return this.#features.use(({ players }) =>
      players.update(options.session_id, options.settings),
    );
  }

  /**
   * Stops a player for everyone.
   *
   * @throws a `CallError` when none has this session id
   */
  stopRemoteMediaPlayer(session_id: string): Promise<void> {
    return this.#features.use(({ players }) => players.stop(session_id));
  }

  /** Emits what is said as `transcription-message`. A refusal is a `transcription-error`. */
  startTranscription(options: TranscriptionOptions = {}): void {
    this.#transcribe((transcriptions) => transcriptions.start(options));
  }

  /** Sets which participants are transcribed, by session id. */
  updateTranscription(options: { participants: readonly string[]; instanceId?: string }): void {
    this.#transcribe((transcriptions) => transcriptions.update(options));
  }

  /** Stops the transcription with this id, or the one started without an id. */
  stopTranscription(options: InstanceOptions = {}): void {
    this.#transcribe((transcriptions) => transcriptions.stop(options));
  }

  /**
   * Calls a phone number.
   *
   * @throws `not-configured`: this server has no telephony, which the four below need too
   */
  startDialOut(_options: DialOutOptions): Promise<{ session?: { sessionId: string } }> {
    return this.#refuseTelephony('startDialOut()');
  }

  /**
   * Ends a call to a phone number.
   *
   * @throws `not-configured`: this server has no telephony
   */
  stopDialOut(_options: { sessionId: string }): Promise<void> {
    return this.#refuseTelephony('stopDialOut()');
  }

  /**
   * Sends tones to a phone.
   *
   * @throws `not-configured`: this server has no telephony
   */
  sendDTMF(_options: { sessionId: string; tones: string }): Promise<void> {
    return this.#refuseTelephony('sendDTMF()');
  }

  /**
   * Transfers a phone call to another address.
   *
   * @throws `not-configured`: this server has no telephony
   */
  sipCallTransfer(_options: TransferOptions): Promise<void> {
    return this.#refuseTelephony('sipCallTransfer()');
  }

  /**
   * Transfers a phone call by SIP REFER.
   *
   * @throws `not-configured`: this server has no telephony
   */
  sipRefer(_options: TransferOptions): Promise<void> {
    return this.#refuseTelephony('sipRefer()');
  }

  #record(act: (recordings: Recordings) => void): void {
    this.#features
      .use(({ recordings }) => act(recordings))
      .catch(({ message: errorMsg }: Error) => this.context.emit('recording-error', { errorMsg }));
  }

  #transcribe(act: (transcriptions: Transcriptions) => void): void {
    this.#features
      .use(({ transcriptions }) => act(transcriptions))
      .catch(({ message: errorMsg }: Error) =>
        this.context.emit('transcription-error', { instanceId: '', errorMsg }),
      );
  }

  #refuseStreaming(options: InstanceOptions | undefined): void {
    const instanceId = options?.instanceId;
    this.context.emit('live-streaming-error', {
      errorMsg: NO_STREAMING,
      ...(instanceId !== undefined && { instanceId }),
    });
  }

  #refuseTelephony(method: string): Promise<never> {
    const message = `${method}: telephony is not configured on this server.`;
    return Promise.reject(new CallError('not-configured', message));
  }
}
