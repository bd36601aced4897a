import { type ComponentType, Suspense, useEffect } from 'react';
import { usePrerendered } from './prerendered.tsx';
import { replayEarlyClicks } from './replay-early-clicks.ts';

interface LazyPageProps {
  readonly name: string;
  /** Made by `lazy`. */
  readonly lazy: ComponentType;
}

/** A page whose code is loaded when it is visited. Prerendered, it is readable before that. */
export function LazyPage({ name, lazy: Late }: LazyPageProps) {
  const Page = usePrerendered(name) ?? Late;
  return (
    <Suspense fallback={null}>
      <Page />
      <Alive />
    </Suspense>
  );
}

/** Mounts with the page beside it: only then can it handle clicks. */
function Alive() {
  useEffect(replayEarlyClicks, []);
  return null;
}
