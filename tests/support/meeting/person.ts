import type { BrowserContext, Page } from 'playwright-core';
import type { CallObject, CallObjectOptions } from '../../../packages/call/src/index.ts';
import { openCallLibrary } from './call-library.ts';

/** What the page of a person keeps. */
interface Watching {
  readonly call: CallObject;
  readonly messages: { readonly data: unknown; readonly fromId: string }[];
  readonly faults: string[];
  /** How many frames of a participant's named video track have arrived; 0 when there is no such track. */
  frames(sessionId: string, name: string): number;
  /** How loud a participant is now, 0 to 1. */
  loudness(sessionId: string): number;
}

declare global {
  interface Window {
    kindling: { createCallObject(options: CallObjectOptions): CallObject };
    watching: Watching;
  }
}

/** Opens a page with a participant who can join, and who plays and watches what arrives. */
export async function openPerson(
  context: BrowserContext,
  serverUrl: string,
  path?: string,
): Promise<Page> {
  const page = await openCallLibrary(context, serverUrl, path);
  await page.evaluate(() => {
    const call = window.kindling.createCallObject({});
    const messages: { data: unknown; fromId: string }[] = [];
    const faults: string[] = [];
    const videos = new Map<string, HTMLVideoElement>();
    const voices = new Map<string, { element: HTMLAudioElement; analyser: AnalyserNode }>();
    const audio = new AudioContext();
    call.on('app-message', ({ data, fromId }) => messages.push({ data, fromId }));
    call.on('error', ({ errorMsg }) => faults.push(errorMsg));
    call.on('nonfatal-error', ({ errorMsg }) => faults.push(errorMsg));
    call.on('camera-error', ({ errorMsg }) => faults.push(JSON.stringify(errorMsg)));
    call.on('track-started', ({ participant, track, type }) => {
      if (participant === null || participant.local) return;
      const key = `${participant.session_id} ${type}`;
      const stream = new MediaStream([track]);
      if (track.kind === 'video') {
        const video = document.createElement('video');
        Object.assign(video, { muted: true, autoplay: true, playsInline: true, srcObject: stream });
        document.body.append(video);
        videos.get(key)?.remove();
        videos.set(key, video);
        return;
      }
      const element = document.createElement('audio');
      Object.assign(element, { autoplay: true, srcObject: stream });
      document.body.append(element);
      const analyser = audio.createAnalyser();
      audio.createMediaStreamSource(stream).connect(analyser);
      voices.set(key, { element, analyser });
    });
    call.on('track-stopped', ({ track }) => {
      for (const [key, video] of videos) {
        if (!(video.srcObject instanceof MediaStream)) continue;
        if (!video.srcObject.getTracks().includes(track)) continue;
        video.remove();
        videos.delete(key);
      }
    });
    window.watching = {
      call,
      messages,
      faults,
      frames: (sessionId, name) =>
        videos.get(`${sessionId} ${name}`)?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
      loudness(sessionId) {
        const analyser = voices.get(`${sessionId} audio`)?.analyser;
        if (analyser === undefined) return 0;
        const samples = new Float32Array(analyser.fftSize);
        analyser.getFloatTimeDomainData(samples);
        return Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length);
      },
    };
  });
  return page;
}
