import { useEffect, useRef } from 'react';

interface VideoProps {
  readonly track: MediaStreamTrack;
  /** As in a mirror. */
  readonly mirrored?: boolean;
  /** Whole, rather than cut to fill its box. */
  readonly whole?: boolean;
}

/** One video track; its sound is played elsewhere. */
export function Video({ track, mirrored = false, whole = false }: VideoProps) {
  const ref = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    element.srcObject = new MediaStream([track]);
    // A new track may interrupt this; the next one plays by itself.
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
