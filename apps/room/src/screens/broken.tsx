import { Component, type ReactNode } from 'react';
import { Failed } from './threshold.tsx';

interface BrokenProps {
  readonly children: ReactNode;
}

/** Shown when the page itself fails: says so and offers a way on. */
export class Broken extends Component<BrokenProps, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render(): ReactNode {
    return this.state.broken ? <Failed kind="end-of-life" /> : this.props.children;
  }
}
