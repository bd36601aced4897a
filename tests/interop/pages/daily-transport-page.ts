import { PipecatClient, type RTVIEvent } from '@pipecat-ai/client-js';
import { DailyTransport } from '@pipecat-ai/daily-transport';

/** What the test reads: events by name, and the voice of the bot. */
const events: string[] = [];
const heard: { voice: MediaStreamTrack | null; transcripts: string[]; messages: unknown[] } = {
  ...{ voice: null, transcripts: [], messages: [] },
};

const client = new PipecatClient({
  transport: new DailyTransport(),
  enableMic: true,
  enableCam: false,
  callbacks: {
    onTransportStateChanged: (state) => events.push(state),
    onBotConnected: () => events.push('bot-connected'),
    onBotDisconnected: () => events.push('bot-disconnected'),
    onError: (message) => events.push(`error ${JSON.stringify(message)}`),
    onTrackStarted: (track, participant) => {
      if (participant?.local === false && track.kind === 'audio') heard.voice = track;
    },
    onBotTranscript: ({ text }) => heard.transcripts.push(text),
    onServerMessage: (data) => heard.messages.push(data),
  },
});

Object.assign(window, { client, events, heard });
export type TransportWindow = {
  readonly client: PipecatClient;
  readonly events: typeof events;
  readonly heard: typeof heard;
  readonly event: RTVIEvent;
};
