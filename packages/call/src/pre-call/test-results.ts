import type { FatalErrorDetails } from '../core/call-error.ts';

interface Measured<Data> {
  readonly result: 'good' | 'warning' | 'bad';
  readonly data: Data;
  readonly secondsElapsed: number;
}

type Unfinished =
  | { readonly result: 'aborted'; readonly secondsElapsed: number }
  | {
      readonly result: 'failed';
      readonly errorMsg: string;
      readonly error?: FatalErrorDetails;
      readonly secondsElapsed: number;
    };

/** Seconds, fractions between 0 and 1, bits per second; null: not known. */
export interface CallQualityData {
  readonly maxRoundTripTime: number | null;
  readonly avgRoundTripTime: number | null;
  readonly avgSendPacketLoss: number | null;
  readonly avgAvailableOutgoingBitrate: number | null;
  readonly avgSendBitsPerSecond: number | null;
}

export type CallQualityResults = Measured<CallQualityData> | Unfinished;

export interface PeerCallQualityData extends Omit<CallQualityData, 'avgSendPacketLoss'> {
  readonly avgRecvPacketLoss: number | null;
  readonly avgRecvBitsPerSecond: number | null;
}

export type PeerCallQualityResults = Measured<PeerCallQualityData> | Unfinished;

export interface ConnectionQualityResults {
  readonly result: 'good' | 'bad' | 'warning' | 'aborted' | 'failed';
  readonly data: { readonly maxRTT: number | null; readonly packetLoss: number | null };
  readonly secondsElapsed: number;
}

export interface NetworkConnectivityResults {
  readonly result: 'passed' | 'failed' | 'aborted';
}

/** One region: this server. */
export interface WebsocketConnectivityResults {
  readonly result: 'passed' | 'failed' | 'warning' | 'aborted';
  readonly abortedRegions: string[];
  readonly failedRegions: string[];
  readonly passedRegions: string[];
}

export type TestCompleted =
  | { readonly test: 'call-quality'; readonly results: CallQualityResults }
  | { readonly test: 'p2p-call-quality'; readonly results: PeerCallQualityResults }
  | { readonly test: 'network-connectivity'; readonly results: NetworkConnectivityResults }
  | { readonly test: 'websocket-connectivity'; readonly results: WebsocketConnectivityResults };
