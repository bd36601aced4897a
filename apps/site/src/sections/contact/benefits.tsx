const benefits = [
  'Boost daily student participation',
  'Spark curiosity through AI literacy',
  'Increase classroom dialogue and inquiry',
  'Motivate independent problem-solving',
] as const;

/** The benefits for a school, line by line. */
export function Benefits() {
  return (
    <ul className="border-t-2 border-ink">
      {benefits.map((benefit) => (
        <li key={benefit} className="flex items-center gap-4 border-b-2 border-ink py-4">
          <svg
            viewBox="0 0 24 24"
            width="24"
            height="24"
            className="flex-none text-ember"
            aria-hidden="true"
          >
            <path
              fill="currentColor"
              d="M12 23c-5 0-8-4-7-9 .6-3 3-4 3.400-8 1.600 1.200 2.600 3 2.600 4.800C12.600 8.600 13 5 11.600 1c5 3 8.600 8 7.800 13.600C18.800 19.600 16 23 12 23z"
            />
          </svg>
          <span className="font-display text-xl leading-snug">{benefit}</span>
        </li>
      ))}
    </ul>
  );
}
