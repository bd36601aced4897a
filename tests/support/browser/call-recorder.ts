import type { Page } from 'playwright-core';

/**
 * Records a call inside the page on one clock: left what the microphone gave, right what
 * the agent's track gave, both at 16 kHz. Installed before the page's own scripts; it only
 * listens in on `getUserMedia` and `RTCPeerConnection`.
 */
export async function installCallRecorder(page: Page): Promise<void> {
  await page.addInitScript(recordInPage);
}

export interface CallRecording {
  readonly sampleRate: number;
  readonly microphone: Int16Array;
  readonly agent: Int16Array;
}

export async function readRecording(page: Page): Promise<CallRecording> {
  const { microphone, agent } = await page.evaluate(() => {
    const base64 = (pieces: Int16Array[]) => {
      const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0));
      let offset = 0;
      for (const piece of pieces) {
        bytes.set(new Uint8Array(piece.buffer), offset);
        offset += piece.byteLength;
      }
      let text = '';
      for (let index = 0; index < bytes.length; index += 0x8000)
        text += String.fromCharCode(...bytes.subarray(index, index + 0x8000));
      return btoa(text);
    };
    const { left, right } = (window as unknown as { callRecording: RecordingState }).callRecording;
    return { microphone: base64(left), agent: base64(right) };
  });
  return { sampleRate: 16_000, microphone: decode(microphone), agent: decode(agent) };
}

interface RecordingState {
  left: Int16Array[];
  right: Int16Array[];
}

function decode(base64: string): Int16Array {
  return new Int16Array(new Uint8Array(Buffer.from(base64, 'base64')).buffer);
}

/** Runs in the page: must not refer to anything outside itself. */
function recordInPage(): void {
  const state: RecordingState & { processor?: ScriptProcessorNode } = { left: [], right: [] };
  Object.assign(window, { callRecording: state });
  let graph: { context: AudioContext; merger: ChannelMergerNode } | undefined;
  const connected = new Set<string>();

  const toInt16 = (samples: Float32Array) =>
    Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767);

  const open = () => {
    if (graph !== undefined) return graph;
    const context = new AudioContext({ sampleRate: 16_000 });
    const merger = context.createChannelMerger(2);
    const processor = context.createScriptProcessor(1024, 2, 1);
    processor.onaudioprocess = ({ inputBuffer }) => {
      state.left.push(toInt16(inputBuffer.getChannelData(0)));
      state.right.push(toInt16(inputBuffer.getChannelData(1)));
    };
    merger.connect(processor).connect(context.destination);
    // Kept alive: an unreferenced processor is collected and the recording stops.
    state.processor = processor;
    graph = { context, merger };
    return graph;
  };
  const tap = (track: MediaStreamTrack, channel: number) => {
    if (track.kind !== 'audio' || connected.has(track.id)) return;
    connected.add(track.id);
    const { context, merger } = open();
    void context.resume();
    context.createMediaStreamSource(new MediaStream([track])).connect(merger, 0, channel);
  };

  const devices = navigator.mediaDevices;
  const getUserMedia = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (constraints) => {
    const stream = await getUserMedia(constraints);
    for (const track of stream.getAudioTracks()) tap(track.clone(), 0);
    return stream;
  };
  const Native = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Native {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      this.addEventListener('track', ({ track }) => tap(track, 1));
    }
  };
}
