import type { Offer } from './parse-offer.ts';

/** Format parameters of Opus both ways: in-band error correction, mono, 10 ms frames allowed. */
export const OPUS_PARAMETERS = 'minptime=10;useinbandfec=1';

/**
 * The offer as the native library is given it: composed from checked values alone, because the
 * library throws or aborts on some texts. No candidates: the browser finds us, so an offer can
 * neither make the server send packets to an address of its choice nor resolve a name.
 */
export function composePeerOffer(offer: Offer): string {
  const { transport, audio, data } = offer;
  const common = (mid: string): string[] => [
    'c=IN IP4 0.0.0.0',
    `a=ice-ufrag:${transport.ufrag}`,
    `a=ice-pwd:${transport.password}`,
    'a=ice-options:trickle',
    `a=fingerprint:sha-256 ${transport.fingerprint}`,
    `a=setup:${transport.setup}`,
    `a=mid:${mid}`,
  ];
  const lines = [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    `a=group:BUNDLE ${data === null ? audio.mid : `${audio.mid} ${data.mid}`}`,
    `m=audio 9 UDP/TLS/RTP/SAVPF ${audio.payloadType}`,
    ...common(audio.mid),
    // The one native track carries every stream of the connection, whatever this m-line does.
    'a=sendrecv',
    'a=rtcp-mux',
    `a=rtpmap:${audio.payloadType} opus/48000/2`,
    `a=fmtp:${audio.payloadType} ${OPUS_PARAMETERS}`,
  ];
  if (data !== null)
    lines.push(
      'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
      ...common(data.mid),
      `a=sctp-port:${data.sctpPort}`,
      `a=max-message-size:${data.maxMessageSize}`,
    );
  return `${lines.join('\r\n')}\r\n`;
}
