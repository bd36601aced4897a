import { type ReactNode, useEffect, useRef } from 'react';

interface StepHeadingProps {
  readonly children: ReactNode;
  /** Takes focus when it appears, because the visitor asked for this step. */
  readonly focus: boolean;
  readonly id?: string;
}

/** The heading of a step; it takes focus, so that screen readers announce it and the keyboard continues from there. */
export function StepHeading({ children, focus, id }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const atStart = useRef(focus);
  useEffect(() => {
    if (atStart.current) heading.current?.focus();
  }, []);
  return (
    <h2 ref={heading} id={id} tabIndex={-1} className="step-title">
      {children}
    </h2>
  );
}
