/** A hidden element that plays a track, for code that reads its pictures. */
export interface WatchedVideo {
  readonly element: HTMLVideoElement;
  close(): void;
}

/** Resolves when it plays. */
export async function watchTrack(track: MediaStreamTrack): Promise<WatchedVideo> {
  const element = document.createElement('video');
  element.muted = true;
  element.playsInline = true;
  element.srcObject = new MediaStream([track]);
  const close = () => {
    element.pause();
    element.srcObject = null;
  };
  try {
    await element.play();
  } catch (error) {
    close();
    throw error;
  }
  return { element, close };
}
