import type { SentTrack } from '@kindling/protocol/room';
import type { OutgoingTrack } from '../port.ts';
import { preferCarriedCodecs } from './codecs.ts';

/** A shared screen with at least this frame rate is treated as motion, below as text. */
const MOTION_FRAME_RATE = 20;

/** One transceiver on which the track of a name is sent. */
export class TrackSender {
  readonly #transceiver: RTCRtpTransceiver;
  #sent: OutgoingTrack;
  /** One change at a time: parameters from `getParameters` are valid for one `setParameters`. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor(
    connection: RTCPeerConnection,
    outgoing: OutgoingTrack,
    direction: 'sendrecv' | 'sendonly',
  ) {
    this.#sent = outgoing;
    hintContent(outgoing);
    this.#transceiver = connection.addTransceiver(outgoing.track ?? outgoing.media, {
      direction,
      ...(needsEncodings(outgoing) ? { sendEncodings: initialEncodings(outgoing) } : {}),
    });
    preferCarriedCodecs(this.#transceiver, outgoing.media);
  }

  get mid(): string | null {
    return this.#transceiver.mid;
  }

  get stereo(): boolean {
    return this.#sent.audioMode?.stereo === true;
  }

  get receiver(): RTCRtpReceiver {
    return this.#transceiver.receiver;
  }

  describe(): SentTrack {
    const { name, media, on } = this.#sent;
    return { mid: this.#transceiver.mid ?? '', name, media, on };
  }

  /** True when it needs renegotiation: another offer. */
  async update(next: OutgoingTrack): Promise<boolean> {
    const before = this.#sent;
    this.#sent = next;
    const change = this.#changes.then(() => this.#apply(before, next));
    this.#changes = change.catch(() => {});
    await change;
    return (before.audioMode?.stereo === true) !== (next.audioMode?.stereo === true);
  }

  /** For a transceiver that was never negotiated. */
  stop(): void {
    this.#transceiver.stop();
  }

  async #apply(before: OutgoingTrack, next: OutgoingTrack): Promise<void> {
    const { sender } = this.#transceiver;
    if (sender.track !== next.track) {
      hintContent(next);
      await sender.replaceTrack(next.track);
    }
    if (before.encodings === next.encodings && before.audioMode === next.audioMode) return;
    const parameters = sender.getParameters();
    // More layers than were negotiated: the best of them.
    const wanted = initialEncodings(next).slice(-parameters.encodings.length);
    parameters.encodings = parameters.encodings.map((encoding, index) => {
      const { rid } = encoding;
      const layer = wanted[index];
      // Fewer layers than before: the others are inactive, because their number is fixed.
      const chosen = layer === undefined ? { ...encoding, active: false } : { ...layer };
      return rid === undefined ? omitRid(chosen) : { ...chosen, rid };
    });
    await sender.setParameters(parameters);
  }
}

function needsEncodings({ encodings, audioMode }: OutgoingTrack): boolean {
  return encodings !== undefined || audioMode?.bitrate !== undefined;
}

/** Layers are named by position, the smallest first; a single one needs no rid. */
function initialEncodings({ encodings, audioMode, media }: OutgoingTrack) {
  if (media === 'audio') {
    const maxBitrate = audioMode?.bitrate;
    return [{ active: true, ...(maxBitrate === undefined ? {} : { maxBitrate }) }];
  }
  const layers = encodings ?? [{}];
  return layers.map((layer, index) => ({
    active: true,
    ...omitRid(layer),
    ...(layers.length > 1 ? { rid: String(index) } : {}),
  }));
}

function omitRid({ rid: _, ...encoding }: RTCRtpEncodingParameters): RTCRtpEncodingParameters {
  return encoding;
}

/** Text remains readable, films remain smooth; a content hint set by the page is kept. */
function hintContent({ name, track, encodings }: OutgoingTrack): void {
  if (name !== 'screenVideo' || track === null || track.contentHint !== '') return;
  const frameRate = Math.max(0, ...(encodings ?? []).map((one) => one.maxFramerate ?? 0));
  track.contentHint = frameRate >= MOTION_FRAME_RATE ? 'motion' : 'detail';
}
