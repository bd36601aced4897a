interface TrapProps {
  readonly value: string;
  onChange(value: string): void;
}

/** A honeypot field for bots. People cannot see, reach or hear it. */
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
