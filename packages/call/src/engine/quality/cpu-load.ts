/** The CPU load of encoding and decoding, in the shape published clients read. */
export interface CpuLoadStats {
  readonly cpuLoadState: 'low' | 'high';
  readonly cpuLoadStateReason: 'encode' | 'decode' | 'scheduleDuration' | 'none';
  readonly stats: {
    readonly latest: {
      readonly timestamp: number;
      readonly scheduleDuration: number;
      readonly frameEncodeTimeSec: number;
      readonly targetEncodeFrameRate: number;
      readonly targetDecodeFrameRate: number;
      readonly targetScheduleDuration: number;
      readonly cpuUsageBasedOnTargetEncode: number;
      readonly cpuUsageBasedOnGlobalDecode: number;
      readonly avgFrameDecodeTimeSec: number;
      readonly avgInterFrameDelayStandardDeviation: number;
      readonly totalReceivedVideoTracks: number;
      readonly cpuInboundVideoStats: {
        readonly trackId: string;
        readonly ssrc: number;
        readonly frameWidth: number;
        readonly frameHeight: number;
        readonly fps: number;
        readonly frameDecodeTimeSec: number;
        readonly interFrameDelayStandardDeviation: number;
        readonly cpuUsageBasedOnTargetDecode: number;
      }[];
    };
  };
}

export const UNKNOWN_CPU_LOAD: CpuLoadStats = {
  cpuLoadState: 'low',
  cpuLoadStateReason: 'none',
  stats: {
    latest: {
      timestamp: 0,
      scheduleDuration: 0,
      frameEncodeTimeSec: 0,
      targetEncodeFrameRate: 0,
      targetDecodeFrameRate: 0,
      targetScheduleDuration: 0,
      cpuUsageBasedOnTargetEncode: 0,
      cpuUsageBasedOnGlobalDecode: 0,
      avgFrameDecodeTimeSec: 0,
      avgInterFrameDelayStandardDeviation: 0,
      totalReceivedVideoTracks: 0,
      cpuInboundVideoStats: [],
    },
  },
};
