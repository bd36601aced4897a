import { type ComponentType, Suspense, useEffect } from 'react';
import { usePrerendered } from './prerendered.tsx';
import { replayEarlyClicks } from './replay-early-clicks.ts';

interface LazyPageProps {
  readonly name: string;
  /** Made by `lazy`. */
  readonly lazy: ComponentType;
}

/** A page whose code is loaded when it is visited. Prerendered, it reads before that. */
export function LazyPage({ name, lazy: Late }: LazyPageProps) {
  const Page = usePrerendered(name) ?? Late;
  return (
    <Suspense fallback={null}>
      <Page />
      <Alive />
    </Suspense>
  );
}

/** Comes to life with the page beside it, and not before: only then can it answer. */
function Alive() {
  useEffect(replayEarlyClicks, []);
  return null;
}
