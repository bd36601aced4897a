import { Component, type ReactNode } from 'react';
import { Failed } from './threshold.tsx';

interface BrokenProps {
  readonly children: ReactNode;
}

/** A fault in the page itself: said in words, with a way on, instead of nothing at all. */
export class Broken extends Component<BrokenProps, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render(): ReactNode {
    return this.state.broken ? <Failed kind="end-of-life" /> : this.props.children;
  }
}
