import { type ComponentType, memo, Suspense, useState } from 'react';
import { usePrerendered } from './prerendered.tsx';

interface StaticIslandProps {
  readonly name: string;
  /** Made by `lazy`; loaded only when the page is entered from another route, without a load. */
  readonly lazy: ComponentType;
}

/**
 * A section that never changes: its prerendered HTML is kept, and its code is not part of
 * the first load.
 */
export const StaticIsland = memo(({ name, lazy: Late }: StaticIslandProps) => {
  const slot = `island-${name}`;
  const Prerendered = usePrerendered(name);
  const [html] = useState(() =>
    typeof document === 'undefined' ? undefined : document.getElementById(slot)?.innerHTML,
  );
  if (Prerendered) {
    return (
      <div id={slot}>
        <Prerendered />
      </div>
    );
  }
  if (html === undefined) {
    return (
      // Back keeps its place until no part of the page is coming any more.
      <Suspense fallback={<span data-coming hidden />}>
        <Late />
      </Suspense>
    );
  }
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it is this page's own prerendered HTML
    <div id={slot} dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />
  );
});
StaticIsland.displayName = 'KeptSection';
