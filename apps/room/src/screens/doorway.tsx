import { brand } from '@kindling/protocol/brand';
import type { ReactNode } from 'react';
import { Mark } from '../components/mark.tsx';

interface DoorwayProps {
  readonly picture: ReactNode;
  readonly children: ReactNode;
}

/** Layout of every screen outside the call: a picture beside text. */
export function Doorway({ picture, children }: DoorwayProps) {
  return (
    <main className="doorway">
      <p className="doorway-brand">
        <Mark />
        <span>{brand.name}</span>
      </p>
      <div className="doorway-card">
        <div className="doorway-picture">{picture}</div>
        <div className="doorway-words">{children}</div>
      </div>
    </main>
  );
}
