import { type DraftErrors, fieldLabels } from './draft.ts';

/** Links to the fields that need attention. Announced when it appears; focus is on the first field. */
export function ErrorSummary({ errors }: { readonly errors: DraftErrors }) {
  const wrong = (Object.keys(fieldLabels) as (keyof typeof fieldLabels)[]).filter(
    (field) => errors[field],
  );
  return (
    <div role="alert">
      {wrong.length > 0 ? (
        <p className="error-summary">
          {wrong.length === 1 ? 'One field needs ' : `${wrong.length} fields need `}
          your attention:{' '}
          {wrong.map((field, index) => (
            <span key={field}>
              {index > 0 ? ', ' : null}
              <a className="link" href={`#booking-${field}`}>
                {fieldLabels[field]}
              </a>
            </span>
          ))}
          .
        </p>
      ) : null}
    </div>
  );
}
