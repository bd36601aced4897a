interface TrapProps {
  readonly value: string;
  onChange(value: string): void;
}

/** A field for programs that fill in every field. People do not see, reach or hear it. */
export function Trap({ value, onChange }: TrapProps) {
  return (
    <div className="trap" aria-hidden="true">
      <label>
        Website
        <input
          name="website"
          tabIndex={-1}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
    </div>
  );
}
