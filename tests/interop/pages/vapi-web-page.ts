import published from '@vapi-ai/web';

/** One event of the client; tracks and the like are left out. */
export interface ClientEvent {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** What the test leads from outside. */
export interface InteropPage {
  vapi: InstanceType<typeof published>;
  readonly events: ClientEvent[];
  /** `performance.now()` when the microphone was opened first. */
  microphoneAt: number | null;
}

// Bundlers differ in what the default of a CommonJS module is.
const Vapi = 'default' in published ? (published.default as typeof published) : published;

const page: InteropPage = {
  vapi: new Vapi(new URLSearchParams(location.search).get('key') ?? '', location.origin),
  events: [],
  microphoneAt: null,
};

// Every emitted event is recorded, so that an unexpected one is noticed too.
const { vapi } = page;
const emit = vapi.emit.bind(vapi) as (name: string, ...args: unknown[]) => boolean;
vapi.emit = ((name: string, ...args: unknown[]) => {
  page.events.push({ name, args: JSON.parse(JSON.stringify(args)) });
  return emit(name, ...args);
}) as typeof vapi.emit;
vapi.on('error', () => {});

const { mediaDevices } = navigator;
const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
mediaDevices.getUserMedia = async (constraints) => {
  const stream = await getUserMedia(constraints);
  page.microphoneAt ??= performance.now();
  return stream;
};

Object.assign(window, { interop: page });
