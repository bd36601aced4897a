import { NO_CPU_LOAD, NO_NETWORK } from '../network/empty-metrics.ts';
import type { CallOptions } from '../options/call-options.ts';

/** What a call in a frame answers itself before the call page is loaded, by method. */
export function answersBeforeLoad({
  inputSettings = {},
}: CallOptions): Readonly<Record<string, unknown>> {
  return {
    getInputSettings: inputSettings,
    getInputDevices: { camera: {}, mic: {}, speaker: {} },
    getNetworkTopology: { topology: 'none' },
    getNetworkStats: NO_NETWORK,
    getCpuLoadStats: NO_CPU_LOAD,
    room: null,
    geo: { current: '' },
  };
}
