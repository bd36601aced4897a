import { type ReactNode, useEffect, useRef } from 'react';

interface NoticeProps {
  readonly children: ReactNode;
  /** An action that may help. */
  readonly action?: ReactNode;
  /** Takes focus when it appears. */
  readonly focus?: boolean;
}

/** A message about something that did not work. */
export function Notice({ children, action, focus = false }: NoticeProps) {
  const text = useRef<HTMLParagraphElement>(null);
  const atStart = useRef(focus);
  useEffect(() => {
    if (atStart.current) text.current?.focus();
  }, []);
  return (
    <div className="notice">
      <p ref={text} role="alert" tabIndex={-1}>
        {children}
      </p>
      {action}
    </div>
  );
}
