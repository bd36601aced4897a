/** A loopback connection of this page that carries a video. */
export interface Loopback {
  /** Resolves when it is connected; rejects when it cannot be. */
  readonly connected: Promise<void>;
  readonly sender: RTCPeerConnection;
  readonly receiver: RTCPeerConnection;
  close(): void;
}

/** Two connections of this page, through these TURN servers only. */
export function openLoopback(iceServers: RTCIceServer[], video: MediaStreamTrack): Loopback {
  const configuration: RTCConfiguration = { iceServers, iceTransportPolicy: 'relay' };
  const sender = new RTCPeerConnection(configuration);
  const receiver = new RTCPeerConnection(configuration);
  const connected = new Promise<void>((resolve, reject) => {
    receiver.onconnectionstatechange = () => {
      if (receiver.connectionState === 'connected') resolve();
      if (receiver.connectionState === 'failed') reject(new Error('No way through was found.'));
    };
    const pass = (to: RTCPeerConnection) => (event: RTCPeerConnectionIceEvent) => {
      // Closed meanwhile, or a kind of address the other end cannot use.
      if (event.candidate !== null) to.addIceCandidate(event.candidate).catch(() => {});
    };
    sender.onicecandidate = pass(receiver);
    receiver.onicecandidate = pass(sender);
    sender.addTrack(video, new MediaStream([video]));
    negotiate(sender, receiver).catch(reject);
  });
  // Closed before it is awaited.
  connected.catch(() => {});
  return {
    connected,
    sender,
    receiver,
    close() {
      for (const one of [sender, receiver]) {
        one.onicecandidate = null;
        one.onconnectionstatechange = null;
        one.close();
      }
    },
  };
}

async function negotiate(sender: RTCPeerConnection, receiver: RTCPeerConnection): Promise<void> {
  await sender.setLocalDescription();
  if (sender.localDescription !== null)
    await receiver.setRemoteDescription(sender.localDescription);
  await receiver.setLocalDescription();
  if (receiver.localDescription !== null)
    await sender.setRemoteDescription(receiver.localDescription);
}
