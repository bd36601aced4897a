import { brand } from '@kindling/protocol/brand';
import type { ReactNode } from 'react';
import { Logo } from '../../../ui/logo.tsx';
import { Sun } from './sun.tsx';

interface PageFrameProps {
  /** What is booked: beside the steps, or above them on narrow screens. */
  readonly summary: ReactNode;
  readonly children: ReactNode;
}

/** The card, with header and footer of a standalone page, which the style sheet hides inside a frame. */
export function PageFrame({ summary, children }: PageFrameProps) {
  return (
    <div className="page">
      <header className="page-head">
        <a href="/" className="home-link" aria-label={`${brand.name}, home`}>
          <Logo />
        </a>
      </header>
      {/* Named, because the page it may be framed in has a main of its own. */}
      <main className="page-main" aria-label="Booking">
        <div className="card">
          <div className="card-halves">
            <div className="summary">
              <Sun />
              <div className="summary-words">{summary}</div>
            </div>
            <div className="pane">
              <NoScript />
              {children}
            </div>
          </div>
        </div>
      </main>
      <footer className="page-foot">
        <p>
          Rather talk to a person? Just <ContactWays />
        </p>
      </footer>
    </div>
  );
}

/** Shown until `before-paint` has marked that scripts run. */
function NoScript() {
  return (
    <p className="no-script">
      Choosing a time on this page needs JavaScript. Without it we find a time together:{' '}
      <ContactWays />
    </p>
  );
}

/** Phone and mail, as links. */
export function ContactWays() {
  return (
    <span>
      call{' '}
      <a className="link" href={brand.phoneHref}>
        {brand.phone}
      </a>{' '}
      or write to{' '}
      <a className="link" href={`mailto:${brand.email}`}>
        {brand.email}
      </a>
      .
    </span>
  );
}
