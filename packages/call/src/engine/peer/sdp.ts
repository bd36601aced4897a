/** The DTLS fingerprint in an SDP. */
export function fingerprint(sdp: string): string | undefined {
  return /^a=fingerprint:(.+?)\s*$/m.exec(sdp)?.[1];
}

/**
 * Says on these m-lines that Opus may be stereo. In an answer it makes the browser send
 * both channels, in an offer it makes it play them; there is no other way to set it.
 */
export function withStereo(sdp: string, mids: ReadonlySet<string>): string {
  if (mids.size === 0) return sdp;
  return sdp
    .split(/^(?=m=)/m)
    .map((section) => {
      const mid = /^a=mid:(\S+)/m.exec(section)?.[1];
      const opus = /^a=rtpmap:(\d+) opus\//im.exec(section)?.[1];
      if (mid === undefined || opus === undefined || !mids.has(mid)) return section;
      if (/[; ]stereo=1/.test(section)) return section;
      const parameters = new RegExp(`^a=fmtp:${opus} [^\\r\\n]*`, 'm');
      return parameters.test(section)
        ? section.replace(parameters, (line) => `${line};stereo=1`)
        : section.replace(
            new RegExp(`^a=rtpmap:${opus} [^\\r\\n]*(\\r?\\n)`, 'm'),
            (line, end) => `${line}a=fmtp:${opus} stereo=1${end}`,
          );
    })
    .join('');
}
