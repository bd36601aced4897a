import type { ReactNode } from 'react';

export interface FieldAria {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly isWide?: boolean;
  readonly children: (aria: FieldAria) => ReactNode;
}

/** A label, its control and its error, linked for screen readers. */
export function Field({ id, label, error, isWide = false, children }: FieldProps) {
  const errorId = `${id}-error`;
  return (
    <div className={isWide ? 'sm:col-span-2' : ''}>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': error === undefined ? undefined : errorId,
      })}
      {error === undefined ? null : (
        <p id={errorId} className="form-error">
          {error}
        </p>
      )}
    </div>
  );
}
