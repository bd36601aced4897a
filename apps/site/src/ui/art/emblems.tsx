/** Three woodcut emblems, drawn for the principles: a pencil, a lantern, a seedling growing from a twig. */
const cut = 'var(--paper)';

export function PencilEmblem() {
  return (
    <svg viewBox="0 0 96 96" className="emblem" aria-hidden="true">
      <path fill="currentColor" d="M12 84l7-25 22 20zM22 55L63 11l23 21-42 45z" />
      <path fill="#f59a2d" d="M63 11l9-8c4-3 9-2 12 1l8 8c3 3 3 8 0 12l-6 8z" />
      <path fill={cut} d="M15 80l3-9 6 6zM31 57L64 21l2 2-32 37zM41 66l35-38 2 2-34 39z" />
      <path fill="#d9481c" d="M61 13l23 22 2-3-22-21z" />
    </svg>
  );
}

export function LanternEmblem() {
  return (
    <svg viewBox="0 0 96 96" className="emblem" aria-hidden="true">
      <path
        fill="currentColor"
        d="M40 6h16l2 7h-4l-1-3h-10l-1 3h-4zM32 16c8-5 24-5 32 0l4 9H28zM27 28h42l6 46H21zM17 78h62l3 11H14z"
      />
      <path fill={cut} d="M33 34h30l4 35H29z" />
      <path
        fill="#d9481c"
        d="M48 69c-9 0-14-6-13-13 1-6 6-8 7-15 4 3 6 7 6 11 2-2 3-4 3-7 6 5 10 10 10 15 0 6-5 9-13 9z"
      />
      <path fill="#f59a2d" d="M48 69c-5 0-8-3-7-7 1-4 4-5 5-10 5 4 9 8 9 12 0 3-3 5-7 5z" />
      <path
        fill={cut}
        d="M37 20c6-2 16-2 22 0l-1 1.600c-6-1.400-14-1.400-20 0zM22 82h26v1.800H22zM54 82h16v1.800H54z"
      />
    </svg>
  );
}

export function SeedlingEmblem() {
  return (
    <svg viewBox="0 0 96 96" className="emblem" aria-hidden="true">
      <path
        fill="currentColor"
        d="M6 72l84-13 1 11L8 85zM45 68c2-14 1-26-3-38l5-2c5 13 6 26 4 39z"
      />
      <path fill="#d9481c" d="M44 31C28 33 17 24 14 7c17 0 29 7 31 22z" />
      <path fill="#f59a2d" d="M49 44c-1-15 9-26 34-27-1 19-14 30-33 29z" />
      <path
        fill={cut}
        d="M20 12c9 3 17 9 22 16-7-5-15-10-22-16zM77 22c-10 4-19 11-25 19 9-6 17-12 25-19zM16 76l30-5 1 1.500-30 5zM54 69l24-4 .5 1.500-24 4zM30 80l22-4v1.500l-22 4z"
      />
    </svg>
  );
}
