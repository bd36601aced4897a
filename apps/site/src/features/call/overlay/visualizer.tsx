import { VISUALIZER_TICK } from '@kindling/protocol/constants';
import { useEffect, useState } from 'react';
import twigs from '../../../ui/art/twigs.svg';
import { barHeights, barTone, type VisualizerState } from './visualizer-bars.ts';

/** A fire of seven bars on a few twigs; its colour and movement show the agent's state. */
export function Visualizer(state: VisualizerState) {
  const tick = useTick();
  return (
    <div className="fire" data-tone={barTone(state)} data-testid="visualizer" aria-hidden="true">
      <div className="fire-rays" />
      <div className="fire-bars">
        {barHeights(state, tick).map((height, bar) => (
          <span
            // Bars are a fixed row: the index is the identity.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={bar}
            className="fire-bar"
            style={{ height: `${(height * 100).toFixed(1)}%` }}
          />
        ))}
      </div>
      <img src={twigs} alt="" width="610" height="190" className="fire-twigs" />
    </div>
  );
}

/** Counts up every 100 ms; stands still for visitors who asked for less motion. */
function useTick(): number {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => setTick((now) => now + 1), VISUALIZER_TICK);
    return () => clearInterval(timer);
  }, []);
  return tick;
}
