import { VISUALIZER_BARS } from '@kindling/protocol/constants';
import twigs from '../../../ui/art/twigs.svg';

/** Laid before a call, glowing after it, or out where no call is possible. */
export type FireLook = 'laid' | 'glowing' | 'out';

/** The fire of the call, before and after it: the same seven flames on the same twigs, still. */
export function StillFire({ look }: { readonly look: FireLook }) {
  return (
    <div className="still-fire" data-look={look} aria-hidden="true">
      <div className="still-fire-rays" />
      <div className="still-fire-flames">
        {Array.from({ length: VISUALIZER_BARS }, (_, flame) => (
          // A fixed row: the index is the identity.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <span key={flame} />
        ))}
      </div>
      <img src={twigs} alt="" width="610" height="190" />
    </div>
  );
}
