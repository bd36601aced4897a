import {
  supportsAudioWorklet,
  supportsVideoProcessing,
} from './media/processors/start-processor.ts';

/** What this browser can do in a call. */
export interface BrowserInfo {
  readonly supported: boolean;
  readonly mobile: boolean;
  readonly name: string;
  readonly version: string;
  readonly supportsFullscreen: boolean;
  readonly supportsScreenShare: boolean;
  readonly supportsSfu: boolean;
  readonly supportsVideoProcessing: boolean;
  readonly supportsAudioProcessing: boolean;
}

/** Order matters: other browsers' user agents contain the names of Chrome and Safari, too. */
const BROWSERS = [
  ['Edge', /Edg(?:e|A|iOS)?\/([\d.]+)/],
  ['Opera', /OPR\/([\d.]+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /Version\/([\d.]+).*Safari\//],
] as const;

/** Features are detected; only the name is read from the user agent. */
export function supportedBrowser(): BrowserInfo {
  const agent = typeof navigator === 'undefined' ? '' : navigator.userAgent;
  const devices = typeof navigator === 'undefined' ? undefined : navigator.mediaDevices;
  const supported = typeof RTCPeerConnection === 'function' && devices?.getUserMedia !== undefined;
  const [name, version] = identify(agent);
  return {
    supported,
    mobile: /android|iphone|ipad|ipod|mobile/i.test(agent),
    name,
    version,
    supportsFullscreen: typeof document !== 'undefined' && document.fullscreenEnabled === true,
    supportsScreenShare: typeof devices?.getDisplayMedia === 'function',
    supportsSfu: supported,
    supportsVideoProcessing: supported && supportsVideoProcessing(),
    supportsAudioProcessing:
      supportsAudioWorklet() || devices?.getSupportedConstraints?.().noiseSuppression === true,
  };
}

function identify(agent: string): readonly [name: string, version: string] {
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(agent)?.[1];
    if (version !== undefined) return [name, version];
  }
  return ['', ''];
}
