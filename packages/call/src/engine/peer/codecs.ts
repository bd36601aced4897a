/** The codecs that the room forwards. Offers with ten video m-lines remain small when they hold nothing else. */
const CARRIED = ['audio/opus', 'video/vp8', 'video/rtx'];

/** Offers only codecs that the room forwards; a browser that cannot choose offers all it has. */
export function preferCarriedCodecs(transceiver: RTCRtpTransceiver, media: string): void {
  try {
    const codecs = RTCRtpReceiver.getCapabilities(media)?.codecs ?? [];
    const carried = codecs.filter((codec) => CARRIED.includes(codec.mimeType.toLowerCase()));
    if (carried.length > 0) transceiver.setCodecPreferences(carried);
  } catch {
    // Older browsers: the answer chooses.
  }
}
