import { PipecatClient, type RTVIEvent } from '@pipecat-ai/client-js';
import { DailyTransport } from '@pipecat-ai/daily-transport';

/** What the test reads: events by name, and the voice of the bot. */
const told: string[] = [];
const heard: { voice: MediaStreamTrack | null; transcripts: string[]; messages: unknown[] } = {
  ...{ voice: null, transcripts: [], messages: [] },
};

const client = new PipecatClient({
  transport: new DailyTransport(),
  enableMic: true,
  enableCam: false,
  callbacks: {
    onTransportStateChanged: (state) => told.push(state),
    onBotConnected: () => told.push('bot-connected'),
    onBotDisconnected: () => told.push('bot-disconnected'),
    onError: (message) => told.push(`error ${JSON.stringify(message)}`),
    onTrackStarted: (track, participant) => {
      if (participant?.local === false && track.kind === 'audio') heard.voice = track;
    },
    onBotTranscript: ({ text }) => heard.transcripts.push(text),
    onServerMessage: (data) => heard.messages.push(data),
  },
});

Object.assign(window, { client, told, heard });
export type TransportWindow = {
  readonly client: PipecatClient;
  readonly told: typeof told;
  readonly heard: typeof heard;
  readonly event: RTVIEvent;
};
