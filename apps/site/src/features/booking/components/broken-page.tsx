import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ContactWays } from './page-frame.tsx';

/** Error boundary of the booking pages: says what happened, and how to go on. */
export class BrokenPage extends Component<
  { readonly children: ReactNode },
  { readonly broken: boolean }
> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error('Unexpected error on the booking page', error, info.componentStack);
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <main className="page-main broken">
        <h1 className="step-title">Something on this page broke.</h1>
        <p>
          <button
            type="button"
            className="button button-ember"
            onClick={() => window.location.reload()}
          >
            Load it again
          </button>
        </p>
        <p>
          Or <ContactWays />
        </p>
      </main>
    );
  }
}
