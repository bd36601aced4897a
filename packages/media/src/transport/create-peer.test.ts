import datachannel, { type PeerConnection } from 'node-datachannel';
import { afterEach, expect, test, vi } from 'vitest';
import { CHROMIUM_OFFER } from '../testing/offers.ts';
import { createPeer, type Peer } from './create-peer.ts';
import { parseOffer } from './sdp/parse-offer.ts';

type Listener = (value: unknown) => void;

/** The native connection's events: the test decides which come, and in which order. */
class FakeConnection {
  readonly listeners = new Map<string, Listener>();
  readonly onStateChange = this.keep('state');
  readonly onDataChannel = this.keep('channel');
  readonly onGatheringStateChange = this.keep('gathering');
  readonly track = {
    open: false,
    isOpen: () => this.track.open,
    onOpen: this.keep('track'),
    onMessage() {},
    onClosed() {},
    close() {},
  };

  keep(name: string) {
    return (listener: Listener) => void this.listeners.set(name, listener);
  }
  tell(name: string, value: unknown) {
    this.listeners.get(name)?.(value);
  }
  addTrack() {
    return this.track;
  }
  setRemoteDescription() {}
  setLocalDescription() {
    this.tell('gathering', 'complete');
  }
  localDescription() {
    return { sdp: 'a=candidate:1 1 UDP 1 127.0.0.1 9 typ host\r\n' };
  }
  gatheringState() {
    return 'complete';
  }
  close() {
    this.tell('state', 'closed');
  }
}

class FakeChannel {
  readonly sent: string[] = [];
  hear: Listener = () => {};
  getLabel() {
    return 'kindling';
  }
  isOpen() {
    return true;
  }
  onClosed() {}
  onMessage(listener: Listener) {
    this.hear = listener;
  }
  sendMessage(text: string) {
    this.sent.push(text);
  }
  close() {}
}

afterEach(() => vi.restoreAllMocks());

async function openPeer() {
  const connection = new FakeConnection();
  vi.spyOn(datachannel, 'PeerConnection').mockImplementation(function stand() {
    return connection as unknown as PeerConnection;
  });
  const heard: string[] = [];
  const peer: Peer = await createPeer({
    offer: parseOffer(CHROMIUM_OFFER),
    network: {
      udpPort: 9,
      bindAddress: '127.0.0.1',
      publicAddress: undefined,
      announceLoopback: false,
      relayGate: null,
    },
    events: {
      onState: (state) => void heard.push(state),
      onPacket() {},
      onVoice() {},
      onChannelOpen: () => void heard.push('channel'),
      onText(text) {
        heard.push(text);
        peer.sendText('pong');
      },
      onBinary() {},
    },
  });
  const openTrack = () => {
    connection.track.open = true;
    connection.tell('track', undefined);
  };
  connection.tell('state', 'connecting');
  return { peer, connection, heard, openTrack, channel: new FakeChannel() };
}

test('an open channel is a connection, whichever the native library reports first', async () => {
  const { peer, connection, heard, openTrack, channel } = await openPeer();
  openTrack();
  connection.tell('channel', channel);
  channel.hear('ping');
  connection.tell('state', 'connected');
  expect(heard).toEqual(['connected', 'channel', 'ping']);
  expect(channel.sent).toEqual(['pong']);
  expect(peer.state).toBe('connected');
  peer.close();
  expect(heard).toHaveLength(3);
});

test('is connected only when packets can be sent; what is said before is answered', async () => {
  const { peer, connection, heard, openTrack, channel } = await openPeer();
  connection.tell('state', 'connected');
  connection.tell('channel', channel);
  channel.hear('ping');
  expect([peer.state, heard, channel.sent]).toEqual(['connecting', ['channel', 'ping'], ['pong']]);
  openTrack();
  expect([peer.state, heard]).toEqual(['connected', ['channel', 'ping', 'connected']]);
  connection.tell('state', 'disconnected');
  connection.tell('state', 'connected');
  expect(heard.slice(3)).toEqual(['disconnected', 'connected']);
  peer.close();
});
