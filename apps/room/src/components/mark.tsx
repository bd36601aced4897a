/** The brand's mark: a flame over two crossed twigs. */
export function Mark({ size = 32 }: { readonly size?: number }) {
  return (
    <svg viewBox="8 8 48 48" width={size} height={size} aria-hidden="true" className="mark">
      <path
        fill="#d9481c"
        d="M32 47c-11 0-16-8-15-16 1-6 5-9 6-15 3 2 5 5 5 9 3-5 4-10 1-17 8 4 10 11 11 16 2-1 3-3 3-6 4 5 6 10 5 16-1 8-7 13-16 13z"
      />
      <path
        fill="#f59a2d"
        d="M32 47c-7 0-10-5-9-10 1-4 4-6 5-11 3 2 4 4 4 7 1-2 2-3 2-5 5 4 8 8 7 13-1 4-4 6-9 6z"
      />
      <path fill="#ffe4ad" d="M32 47c-4 0-6-3-5-6 1-3 4-4 5-8 3 3 5 6 5 9 0 3-2 5-5 5z" />
      <path fill="currentColor" d="M9 46l1-5 46 11-1 5zM55 46l-1-5L8 52l1 5z" />
    </svg>
  );
}
