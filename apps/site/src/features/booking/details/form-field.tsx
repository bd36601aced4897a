import type { ReactNode } from 'react';

interface FormFieldProps {
  readonly id: string;
  readonly label: string;
  readonly optional?: boolean;
  readonly error: string | undefined;
  readonly children: ReactNode;
}

/** A label, a field and the line below it that an error has to itself, so that nothing moves when one appears. */
export function FormField({ id, label, optional = false, error, children }: FormFieldProps) {
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label}
        {optional ? <span className="field-optional"> (optional)</span> : null}
      </label>
      {children}
      <p id={`${id}-error`} className="field-error">
        {error}
      </p>
    </div>
  );
}

/** What ties a field to its error. */
export function describedBy(id: string, error: string | undefined) {
  return error
    ? ({ id, 'aria-invalid': true, 'aria-describedby': `${id}-error` } as const)
    : ({ id } as const);
}
