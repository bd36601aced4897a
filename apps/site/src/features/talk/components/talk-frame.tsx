import { brand } from '@kindling/protocol/brand';
import type { ReactNode } from 'react';
import { Logo } from '../../../ui/logo.tsx';
import { type FireLook, StillFire } from './still-fire.tsx';

interface TalkFrameProps {
  readonly fire: FireLook;
  readonly children: ReactNode;
}

/** The card: the fire at night on one side, the text on the other. */
export function TalkFrame({ fire, children }: TalkFrameProps) {
  return (
    <div className="talk">
      <header className="talk-head">
        <a href="/" className="talk-home" aria-label={`${brand.name}, home`}>
          <Logo />
        </a>
      </header>
      <main className="talk-main" tabIndex={-1}>
        <div className="talk-card">
          <div className="talk-night">
            <StillFire look={fire} />
          </div>
          <div className="talk-pane">{children}</div>
        </div>
      </main>
      <footer className="talk-foot">
        <p>
          An assistant that lives on {brand.name}.{' '}
          <a className="link" href="/privacy">
            How this site handles your data
          </a>
        </p>
      </footer>
    </div>
  );
}
