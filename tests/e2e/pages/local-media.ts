import { CallObject } from '../../../packages/call/src/call-object/call-object.ts';
import { browserDependencies } from '../../../packages/call/src/session/dependencies.ts';
import { fakeEngines } from '../../../packages/call/src/testing/fake-engine.ts';

/** A call whose room is pretended: devices, processors and policy are the browser's own. */
async function joinPretendedRoom() {
  const engines = fakeEngines();
  const dependencies = { ...browserDependencies(), importEngine: engines.importEngine };
  // The browser's own treatment would hide what ours does.
  const settings = { noiseSuppression: false, autoGainControl: false, echoCancellation: false };
  const url = `${location.origin}/room/pretended`;
  const call = new CallObject(
    { url, startVideoOff: true, inputSettings: { audio: { settings } } },
    dependencies,
  );
  const events: string[] = [];
  call.on('nonfatal-error', ({ type, errorMsg }) => events.push(`${type}: ${errorMsg}`));
  call.on('camera-error', ({ error }) => events.push(`${error.type}: ${error.msg}`));
  call.on('local-screen-share-started', ({ action }) => events.push(action));
  call.on('local-screen-share-stopped', ({ action }) => events.push(action));
  await call.join();
  /** What is sent to the others, by the name of the track. */
  const sent = (name: string) => engines.made.at(-1)?.sentAs(name).at(-1) ?? null;
  return { call, events, sent };
}

/** How loud a track is over some time, in decibels below full scale. */
async function measure(track: MediaStreamTrack | null, seconds: number): Promise<number> {
  if (track === null) throw new Error('There is no track to measure.');
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
  const window = new Float32Array(analyser.fftSize);
  let sum = 0;
  let count = 0;
  for (const end = context.currentTime + seconds; context.currentTime < end; ) {
    await new Promise((resolve) => setTimeout(resolve, 40));
    analyser.getFloatTimeDomainData(window);
    for (const sample of window) sum += sample * sample;
    count += window.length;
  }
  await context.close();
  return 10 * Math.log10(sum / count + 1e-12);
}

/** A picture of a track: its size, and the colour of its upper left corner. */
async function look(track: MediaStreamTrack | null) {
  if (track === null) throw new Error('There is no track to look at.');
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = new MediaStream([track]);
  await video.play();
  await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
  const { videoWidth: width, videoHeight: height } = video;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  pen?.drawImage(video, 0, 0);
  const corner = [...(pen?.getImageData(2, 2, 1, 1).data ?? [])].slice(0, 3);
  video.srcObject = null;
  return { width, height, corner };
}

export type LocalMediaPage = Awaited<ReturnType<typeof joinPretendedRoom>> & {
  readonly measure: typeof measure;
  readonly look: typeof look;
};

declare global {
  interface Window {
    /** Opens the call; a page may start sound only after a gesture. */
    openCall: () => Promise<LocalMediaPage>;
    held: LocalMediaPage;
    /** Every audio context the page made. */
    contexts: AudioContext[];
  }
}

window.openCall = async () => ({ ...(await joinPretendedRoom()), measure, look });
