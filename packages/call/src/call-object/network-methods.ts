import { CallError } from '../core/call-error.ts';
import type { IceConfig } from '../engine/port.ts';
import type { CpuLoadStats } from '../engine/quality/cpu-load.ts';
import type { NetworkStats } from '../engine/quality/network-quality.ts';
import { NO_CPU_LOAD, NO_NETWORK } from '../network/empty-metrics.ts';
import { lazyReceivedQuality } from '../network/lazy-received-quality.ts';
import { type Bandwidth, SentQuality } from '../network/sent-quality.ts';
import { checkReceiveUpdates, checkSendSettings } from '../options/media-rules.ts';
import type {
  ParticipantReceiveSettings,
  ReceiveSettings,
  ReceiveSettingsUpdates,
  SendSettings,
} from '../options/media-settings.ts';
import { type PeerTestOptions, PreCallTests } from '../pre-call/pre-call-tests.ts';
import type {
  CallQualityResults,
  ConnectionQualityResults,
  NetworkConnectivityResults,
  PeerCallQualityResults,
  WebsocketConnectivityResults,
} from '../pre-call/test-results.ts';
import {
  anyObject,
  callObjectOnly,
  command,
  firstArgument,
  getter,
  type MethodRule,
  question,
  rule,
  setter,
  task,
  taskInRoom,
} from './method-rules.ts';
import { RoomMethods } from './room-methods.ts';

/** When each of the methods below may be called, and what it takes. */
export const NETWORK_METHOD_RULES = {
  geo: question,
  setBandwidth: rule('chain', 'usable', firstArgument(anyObject)),
  getSendSettings: getter,
  updateSendSettings: rule('async', 'usable', firstArgument(checkSendSettings)),
  getReceiveSettings: rule('async', 'always', callObjectOnly),
  updateReceiveSettings: rule('async', 'joined', {
    ...callObjectOnly,
    ...firstArgument(checkReceiveUpdates),
    argumentsFirst: true,
    hint: 'Use the option receiveSettings.',
  }),
  getNetworkStats: question,
  getCpuLoadStats: question,
  getNetworkTopology: question,
  setNetworkTopology: taskInRoom,
  setProxyUrl: setter,
  setIceConfig: setter,
  testCallQuality: rule('async', 'not-joined', callObjectOnly),
  stopTestCallQuality: command,
  testPeerToPeerCallQuality: task,
  stopTestPeerToPeerCallQuality: command,
  testConnectionQuality: task,
  stopTestConnectionQuality: command,
  testNetworkConnectivity: task,
  abortTestNetworkConnectivity: command,
  testWebsocketConnectivity: task,
  abortTestWebsocketConnectivity: command,
} satisfies Record<string, MethodRule>;

/** Everything goes through the server. */
export type NetworkTopology = 'sfu' | 'peer';

/** The connection: its quality, what is sent and received over it, tests ahead of a call. */
export class NetworkMethods extends RoomMethods {
  readonly #sent = new SentQuality(this.context);
  readonly #received = lazyReceivedQuality(this.context);
  readonly #tests = new PreCallTests(this.context);

  /**
   * Network statistics: the last two seconds, and the worst and average of the call. Before
   * join there are no metrics.
   */
  async getNetworkStats(): Promise<NetworkStats> {
    return this.context.session.engine?.networkStats ?? NO_NETWORK;
  }

  /** The CPU load of encoding and decoding video; unknown before join. */
  async getCpuLoadStats(): Promise<CpuLoadStats> {
    return this.context.session.engine?.cpuLoadStats ?? NO_CPU_LOAD;
  }

  /** Changes how local videos are encoded, by track name; resolves with all settings. */
  async updateSendSettings(settings: SendSettings): Promise<SendSettings> {
    return this.#sent.update(settings);
  }

  /** How local videos are encoded; null before anything was set. */
  getSendSettings(): SendSettings | null {
    return this.#sent.settings;
  }

  /** Limits the camera's bitrate, in kilobits per second (`NO_CAP`, null: no limit), or its track constraints. */
  setBandwidth(bandwidth: Bandwidth): this {
    this.#sent.limit(bandwidth).catch((error: unknown) => {
      console.warn('setBandwidth(): the camera cannot do that.', error);
    });
    return this;
  }

  /** The simulcast layers chosen for each participant, with `base` for those not named. */
  getReceiveSettings(): Promise<ReceiveSettings>;
  /** The layers chosen for this participant; `showInheritedValues`: with the `base` filled in. */
  getReceiveSettings(
    id: string,
    options?: { showInheritedValues: boolean },
  ): Promise<ParticipantReceiveSettings>;
  async getReceiveSettings(
    id?: string,
    options: { showInheritedValues: boolean } = { showInheritedValues: false },
  ): Promise<ReceiveSettings | ParticipantReceiveSettings> {
    return this.#received.use((received) =>
      id === undefined ? received.all() : received.of(id, options.showInheritedValues),
    );
  }

  /**
   * Chooses simulcast layers, 0 the smallest: by session id, `*` for all who are there, `base` for
   * those not named; `inherit` returns to the base.
   *
   * @throws a `CallError`
   */
  async updateReceiveSettings(updates: ReceiveSettingsUpdates): Promise<ReceiveSettings> {
    return this.#received.use((received) => received.update(updates));
  }

  /** Always through the server while joined. */
  async getNetworkTopology(): Promise<{ topology: NetworkTopology | 'none'; error?: string }> {
    return { topology: this.context.session.joined ? 'sfu' : 'none' };
  }

  /** Only `sfu` is supported; rejects with a `CallError` for `peer`. */
  async setNetworkTopology(options: {
    topology: NetworkTopology;
  }): Promise<{ workerId?: string; error?: string }> {
    if (options.topology === 'sfu') return {};
    throw new CallError(
      'not-available',
      "setNetworkTopology(): calls go through the server; only topology 'sfu' is available.",
    );
  }

  /** The STUN and TURN servers of the next join, and their order relative to the room's own. */
  setIceConfig(iceConfig?: IceConfig): this {
    const { iceConfig: _, ...others } = this.context.options().dailyConfig ?? {};
    const dailyConfig = iceConfig === undefined ? others : { ...others, iceConfig };
    this.context.mergeOptions({ dailyConfig });
    return this;
  }

  /** Stored only; a room is always reached at its own address. */
  setProxyUrl(proxyUrl?: string): this {
    const { proxyUrl: _, ...others } = this.context.options().dailyConfig ?? {};
    const dailyConfig = proxyUrl === undefined ? others : { ...others, proxyUrl };
    this.context.mergeOptions({ dailyConfig });
    return this;
  }

  /** Where the media server is; always empty. */
  async geo(): Promise<{ current: string }> {
    return { current: '' };
  }

  /**
   * Sends test media to the room's server for some seconds.
   *
   * @throws while another test runs
   */
  async testCallQuality(): Promise<CallQualityResults> {
    return this.#tests.callQuality();
  }

  /** Ends it early: with results when there are enough samples, otherwise `aborted`. */
  stopTestCallQuality(): void {
    this.#tests.stop('call-quality');
  }

  /** Sends a video through the TURN servers back to this page; `duration` in seconds. */
  async testPeerToPeerCallQuality(options: PeerTestOptions): Promise<PeerCallQualityResults> {
    return this.#tests.peerCallQuality(options);
  }

  /** Ends it early: with results when there are enough samples, otherwise `aborted`. */
  stopTestPeerToPeerCallQuality(): void {
    this.#tests.stop('p2p-call-quality');
  }

  /** Older shape of `testPeerToPeerCallQuality`. */
  async testConnectionQuality(options: PeerTestOptions): Promise<ConnectionQualityResults> {
    return this.#tests.connectionQuality(options);
  }

  /** Older name of `stopTestPeerToPeerCallQuality`. */
  stopTestConnectionQuality(): void {
    this.#tests.stop('p2p-call-quality');
  }

  /** Whether media gets through: by the TURN servers when there are some, else to the server itself. */
  async testNetworkConnectivity(videoTrack: MediaStreamTrack): Promise<NetworkConnectivityResults> {
    return this.#tests.networkConnectivity(videoTrack);
  }

  /** Ends it with `aborted`. */
  abortTestNetworkConnectivity(): void {
    this.#tests.stop('network-connectivity');
  }

  /** Whether the signalling of the room's server can be reached; its host is the one region. */
  async testWebsocketConnectivity(): Promise<WebsocketConnectivityResults> {
    return this.#tests.websocketConnectivity();
  }

  /** Ends it with `aborted`. */
  abortTestWebsocketConnectivity(): void {
    this.#tests.stop('websocket-connectivity');
  }
}
