import { preferCarriedCodecs } from './codecs.ts';

export type Media = 'audio' | 'video';
export type TransceiverCounts = Readonly<Record<Media, number>>;

/** The transceivers of a connection that only receive. */
export interface Receivers {
  add(counts: TransceiverCounts): void;
  /** In the order they were added; one that is not negotiated yet has no mid. */
  list(): readonly { readonly media: Media; readonly mid: string | null }[];
  /** Stops those that a rolled-back offer would have added. */
  dropUnnegotiated(): void;
  findTrack(mid: string): MediaStreamTrack | undefined;
}

export function createReceivers(connection: RTCPeerConnection): Receivers {
  let receivers: { readonly media: Media; readonly transceiver: RTCRtpTransceiver }[] = [];
  return {
    add(counts) {
      for (const media of ['audio', 'video'] as const) {
        for (let count = 0; count < counts[media]; count += 1) {
          const transceiver = connection.addTransceiver(media, { direction: 'recvonly' });
          preferCarriedCodecs(transceiver, media);
          receivers.push({ media, transceiver });
        }
      }
    },
    list: () => receivers.map(({ media, transceiver }) => ({ media, mid: transceiver.mid })),
    dropUnnegotiated() {
      const refused = receivers.filter(({ transceiver }) => transceiver.mid === null);
      for (const { transceiver } of refused) transceiver.stop();
      receivers = receivers.filter((one) => !refused.includes(one));
    },
    findTrack: (mid) =>
      receivers.find(({ transceiver }) => transceiver.mid === mid)?.transceiver.receiver.track,
  };
}
