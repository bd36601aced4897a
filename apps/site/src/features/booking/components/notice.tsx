import { type ReactNode, useEffect, useRef } from 'react';

interface NoticeProps {
  readonly children: ReactNode;
  /** What can be done about it. */
  readonly action?: ReactNode;
  /** Takes the focus when it appears. */
  readonly focus?: boolean;
}

/** Something went another way than the visitor meant. */
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
