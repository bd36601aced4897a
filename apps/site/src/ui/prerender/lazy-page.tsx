import { type ComponentType, Suspense, useEffect } from 'react';
import { usePrerendered } from './prerendered.tsx';
import { replayPresses } from './replay-early-clicks.ts';

interface LatePageProps {
  readonly name: string;
  /** Made by `lazy`. */
  readonly late: ComponentType;
}

/** A page whose code is loaded when it is visited. Prerendered, it reads before that. */
export function LatePage({ name, late: Late }: LatePageProps) {
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
  useEffect(replayPresses, []);
  return null;
}
