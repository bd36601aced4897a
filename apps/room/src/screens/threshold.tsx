import { type ReactNode, useEffect, useRef } from 'react';
import { Campfire } from '../components/campfire.tsx';
import { usePage, usePageState, useWords } from '../state/page-context.ts';
import type { FatalErrorType } from '../state/page-state.ts';
import { Doorway } from './doorway.tsx';

interface ThresholdProps {
  readonly title: string;
  readonly text?: string;
  /** Nothing burns where there is no call. */
  readonly cold?: boolean;
  readonly children?: ReactNode;
}

/** Between outside and inside: one thing is said, and perhaps one thing can be done. */
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
  const words = useWords();
  return (
    <Threshold title={words.joining}>
      <span className="spinner" aria-hidden="true" />
    </Threshold>
  );
}

export function Lobby({ knock }: { readonly knock: 'waiting' | 'denied' }) {
  const { actions } = usePage();
  const words = useWords();
  if (knock === 'denied') {
    return (
      <Threshold title={words.deniedTitle} text={words.deniedText} cold>
        <div className="doorway-actions">
          <button
            type="button"
            className="button button-ember"
            onClick={() => void actions.knock()}
          >
            {words.askAgain}
          </button>
          <LeaveLine />
        </div>
      </Threshold>
    );
  }
  return (
    <Threshold title={words.askingTitle} text={words.askingText}>
      <div className="doorway-actions">
        <LeaveLine />
      </div>
    </Threshold>
  );
}

function LeaveLine() {
  const { actions } = usePage();
  const words = useWords();
  return (
    <button type="button" className="button button-line" onClick={() => void actions.leave()}>
      {words.leave}
    </button>
  );
}

export function Left({ ended }: { readonly ended: boolean }) {
  const words = useWords();
  return (
    <Threshold
      cold
      title={ended ? words.endedTitle : words.leftTitle}
      {...(ended ? {} : { text: words.leftText })}
    >
      {ended ? null : <Rejoin label={words.rejoin} />}
    </Threshold>
  );
}

/** Where joining again may succeed. */
const WORTH_A_TRY = new Set<FatalErrorType>([
  'connection-error',
  'meeting-full',
  'nbf-room',
  'nbf-token',
]);

export function Failed({ kind }: { readonly kind: FatalErrorType }) {
  const words = useWords();
  const [title = '', text = ''] = usePageState((state) => state.words.error[kind]);
  return (
    <Threshold title={title} text={text} cold>
      {kind === 'end-of-life' ? (
        <button type="button" className="button button-ember" onClick={() => location.reload()}>
          {words.tryAgain}
        </button>
      ) : WORTH_A_TRY.has(kind) ? (
        <Rejoin label={words.tryAgain} />
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
