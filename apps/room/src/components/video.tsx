import { useEffect, useRef } from 'react';

interface VideoProps {
  readonly track: MediaStreamTrack;
  /** Mirrored horizontally. */
  readonly mirrored?: boolean;
  /** Fits the whole picture instead of filling the box. */
  readonly whole?: boolean;
}

/** Plays one video track; audio is played elsewhere. */
export function Video({ track, mirrored = false, whole = false }: VideoProps) {
  const ref = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    element.srcObject = new MediaStream([track]);
    // A new track may interrupt this; the next `play` follows.
    element.play().catch(() => {});
    return () => {
      element.srcObject = null;
    };
  }, [track]);
  return (
    <video
      ref={ref}
      className="video"
      data-mirrored={mirrored}
      data-whole={whole}
      autoPlay
      muted
      playsInline
    />
  );
}
