import { type ComponentType, Suspense } from 'react';
import { usePrerendered } from './prerendered.tsx';

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
    </Suspense>
  );
}
