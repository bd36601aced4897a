import { Component, type ErrorInfo, type ReactNode } from 'react';

/** Last resort for errors nobody caught: a plain screen with a way back. */
export class ErrorScreen extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error('Unexpected application error', error, info.componentStack);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="shell grid min-h-svh content-center gap-6 py-20">
        <h1 className="h-large">Unexpected Application Error!</h1>
        <p className="lede max-w-prose text-bark">
          Something on this page broke. Nothing you sent was changed by it.
        </p>
        <p>
          <a className="button button-ember" href="/">
            Start again
          </a>
        </p>
      </main>
    );
  }
}

/** For errors outside any boundary, which React would otherwise only rethrow. */
export function logUncaught(error: unknown): void {
  console.error('Unexpected application error', error);
}
