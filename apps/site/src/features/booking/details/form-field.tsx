import type { ReactNode } from 'react';

interface FormFieldProps {
  readonly id: string;
  readonly label: string;
  readonly optional?: boolean;
  readonly error: string | undefined;
  readonly children: ReactNode;
}

/** A label, a field, and a reserved line for its error, so that nothing moves when one appears. */
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

/** ARIA attributes that link a field to its error. */
export function describedBy(id: string, error: string | undefined) {
  return error
    ? ({ id, 'aria-invalid': true, 'aria-describedby': `${id}-error` } as const)
    : ({ id } as const);
}
