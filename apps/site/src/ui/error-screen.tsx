import { Component, type ErrorInfo, type ReactNode } from 'react';
import twigs from './art/twigs.svg';

/** How browsers word that a lazy chunk could not be fetched. */
const NOT_FETCHED = /dynamically imported module|importing a module script/i;

interface ErrorScreenState {
  /** Null: no failure. */
  readonly failure: 'not-fetched' | 'broken' | null;
}

/** Error boundary of the site: a plain screen that offers to reload or to go home. */
export class ErrorScreen extends Component<{ children: ReactNode }, ErrorScreenState> {
  override state: ErrorScreenState = { failure: null };

  static getDerivedStateFromError(error: unknown): ErrorScreenState {
    return { failure: NOT_FETCHED.test(String(error)) ? 'not-fetched' : 'broken' };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error('Unexpected application error', error, info.componentStack);
    document.title = TITLE;
    // Back and forward only change the address and would leave this screen in place.
    window.addEventListener('popstate', reload);
  }

  override componentWillUnmount() {
    window.removeEventListener('popstate', reload);
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return (
      <main className="dark-ground grid min-h-svh place-content-center justify-items-center gap-6 bg-soot px-6 py-16 text-center text-on-soot">
        <img src={twigs} alt="" width="366" height="114" className="w-72 max-w-full" />
        <h1 className="h-large outline-none" tabIndex={-1} ref={focus}>
          {TITLE}
        </h1>
        <p className="lede max-w-xl text-ash">
          {failure === 'not-fetched'
            ? 'A part of this page did not arrive. Check your connection, then load the page again.'
            : 'Something on this page broke. Nothing you sent was changed by it.'}
        </p>
        <p className="flex flex-wrap justify-center gap-3.5">
          <button type="button" className="button button-ember" onClick={reload}>
            Reload this page
          </button>
          <a className="button button-line" href="/">
            Return to Home
          </a>
        </p>
      </main>
    );
  }
}

const TITLE = 'Unexpected Application Error!';

function reload(): void {
  window.location.reload();
}

/** The focused element is gone; focus moves to the message. */
function focus(element: HTMLElement | null): void {
  element?.focus();
}

/** For errors outside any boundary, which React would otherwise only rethrow. */
export function logUncaught(error: unknown): void {
  console.error('Unexpected application error', error);
}
