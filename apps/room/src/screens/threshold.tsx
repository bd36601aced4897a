import { type ReactNode, useEffect, useRef } from 'react';
import { Campfire } from '../components/campfire.tsx';
import { usePage, usePageState, useStrings } from '../state/page-context.ts';
import type { FatalErrorType } from '../state/page-state.ts';
import { Doorway } from './doorway.tsx';

interface ThresholdProps {
  readonly title: string;
  readonly text?: string;
  /** Shows the fire unlit. */
  readonly cold?: boolean;
  readonly children?: ReactNode;
}

/** Layout of the screens around a call: a message and at most one action. */
function Threshold({ title, text, cold = false, children }: ThresholdProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new title is a new screen
  useEffect(() => {
    heading.current?.focus();
  }, [title]);
  return (
    <Doorway
      picture={
        <div className="threshold-picture" data-cold={cold}>
          <Campfire />
        </div>
      }
    >
      <h1 className="title" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {text === undefined ? null : <p className="lede">{text}</p>}
      {children}
    </Doorway>
  );
}

export function Joining() {
  const strings = useStrings();
  return (
    <Threshold title={strings.joining}>
      <span className="spinner" aria-hidden="true" />
    </Threshold>
  );
}

export function Lobby({ accessRequest }: { readonly accessRequest: 'waiting' | 'denied' }) {
  const { actions } = usePage();
  const strings = useStrings();
  if (accessRequest === 'denied') {
    return (
      <Threshold title={strings.deniedTitle} text={strings.deniedText} cold>
        <div className="doorway-actions">
          <button
            type="button"
            className="button button-ember"
            onClick={() => void actions.accessRequest()}
          >
            {strings.askAgain}
          </button>
          <LeaveLine />
        </div>
      </Threshold>
    );
  }
  return (
    <Threshold title={strings.askingTitle} text={strings.askingText}>
      <div className="doorway-actions">
        <LeaveLine />
      </div>
    </Threshold>
  );
}

function LeaveLine() {
  const { actions } = usePage();
  const strings = useStrings();
  return (
    <button type="button" className="button button-line" onClick={() => void actions.leave()}>
      {strings.leave}
    </button>
  );
}

export function Left({ ended }: { readonly ended: boolean }) {
  const strings = useStrings();
  return (
    <Threshold
      cold
      title={ended ? strings.endedTitle : strings.leftTitle}
      {...(ended ? {} : { text: strings.leftText })}
    >
      {ended ? null : <Rejoin label={strings.rejoin} />}
    </Threshold>
  );
}

/** Failures after which joining again may succeed. */
const RETRYABLE = new Set<FatalErrorType>([
  'connection-error',
  'meeting-full',
  'nbf-room',
  'nbf-token',
]);

export function Failed({ kind }: { readonly kind: FatalErrorType }) {
  const strings = useStrings();
  const [title = '', text = ''] = usePageState((state) => state.strings.error[kind]);
  return (
    <Threshold title={title} text={text} cold>
      {kind === 'end-of-life' ? (
        <button type="button" className="button button-ember" onClick={() => location.reload()}>
          {strings.tryAgain}
        </button>
      ) : RETRYABLE.has(kind) ? (
        <Rejoin label={strings.tryAgain} />
      ) : null}
    </Threshold>
  );
}

function Rejoin({ label }: { readonly label: string }) {
  const { actions } = usePage();
  return (
    <div className="doorway-actions">
      <button type="button" className="button button-ember" onClick={() => void actions.join()}>
        {label}
      </button>
    </div>
  );
}
