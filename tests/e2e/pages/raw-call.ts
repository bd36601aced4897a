/** Runs in a page: must not refer to anything outside itself. */
export interface RawCall {
  readonly offer: string;
  readonly sends: { mid: string; name: string; media: 'audio' | 'video'; on: boolean }[];
  accept(answer: string): Promise<void>;
  send(command: unknown): void;
  /** Resolves when pictures of this width have come for a while; says how many it took. */
  untilWidth(width: number): Promise<number>;
}

declare global {
  interface Window {
    rawCall: RawCall;
  }
}

/** A connection made by hand: it sends a camera in three encodings, or receives one. */
export async function openRawCall(sendsCamera: boolean): Promise<Pick<RawCall, 'offer' | 'sends'>> {
  const connection = new RTCPeerConnection({ bundlePolicy: 'max-bundle' });
  const microphone = connection.addTransceiver('audio', { direction: 'sendrecv' });
  const camera = sendsCamera
    ? await navigator.mediaDevices.getUserMedia({ video: { width: 640, height: 360 } })
    : null;
  const [track] = camera?.getVideoTracks() ?? [];
  const video =
    track === undefined
      ? connection.addTransceiver('video', { direction: 'recvonly' })
      : connection.addTransceiver(track, {
          direction: 'sendonly',
          sendEncodings: [
            { rid: 'low', scaleResolutionDownBy: 4 },
            { rid: 'mid', scaleResolutionDownBy: 2 },
            { rid: 'high' },
          ],
        });
  const channel = connection.createDataChannel('kindling');
  const opened = new Promise((resolve) => {
    channel.onopen = resolve;
  });
  await connection.setLocalDescription();
  await new Promise<void>((resolve) => {
    const look = () => connection.iceGatheringState === 'complete' && resolve();
    connection.onicegatheringstatechange = look;
    look();
  });
  const element = document.createElement('video');
  Object.assign(element, { muted: true, autoplay: true, playsInline: true });
  element.srcObject = new MediaStream([video.receiver.track]);
  document.body.append(element);
  const name = (mid: string | null) => mid ?? '';
  const sends: RawCall['sends'] = [
    { mid: name(microphone.mid), name: 'audio', media: 'audio', on: false },
  ];
  if (sendsCamera) sends.push({ mid: name(video.mid), name: 'video', media: 'video', on: true });
  const offer = connection.localDescription?.sdp ?? '';
  window.rawCall = {
    offer,
    sends,
    async accept(sdp) {
      await connection.setRemoteDescription({ type: 'answer', sdp });
      await opened;
    },
    send: (command) => channel.send(JSON.stringify(command)),
    async untilWidth(width) {
      const look = async () => {
        const report = await video.receiver.getStats();
        const inbound = [...report.values()].find(({ type }) => type === 'inbound-rtp');
        return { width: inbound?.frameWidth ?? 0, frames: inbound?.framesDecoded ?? 0 };
      };
      const start = (await look()).frames;
      for (let since: number | null = null; ; ) {
        const picture = await look();
        since = picture.width === width ? (since ?? picture.frames) : null;
        if (since !== null && picture.frames > since + 5) return picture.frames - start;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
  return { offer, sends };
}
