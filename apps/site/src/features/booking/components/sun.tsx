/** A woodcut: the sun coming up behind a hatched hill. */
export function Sun() {
  return (
    <svg viewBox="0 0 240 132" className="sun" aria-hidden="true">
      <g className="sun-rays">
        {rays.map(({ angle, length, width }) => (
          <path
            key={angle}
            transform={`rotate(${angle} 120 112)`}
            d={`M${-width / 2 + 120} 52L120 ${52 - length}L${width / 2 + 120} 51.5L120.600 56z`}
          />
        ))}
      </g>
      <path className="sun-disc" d="M70 112a50 50 0 0 1 100 0z" />
      <path
        className="sun-cut"
        d="M84 96c5-14 15-23 29-27-9 7-15 16-18 27zM104 108c2-13 7-23 16-30-4 9-6 19-6 30zM131 108c0-9 3-17 8-24 0 8 0 16-2 24zM150 108c0-6 1-11 4-16 2 5 2 10 1 16z"
      />
      <path className="sun-hill" d="M0 118c26-9 52-13 81-12 37 1 62 8 93 6 24-1 45-6 66-4v24H0z" />
      <path
        className="sun-furrow"
        d="M14 121c22-6 44-8 66-7-22 1-44 4-66 7zM52 126c30-6 62-6 94-2-32 0-63 0-94 2zM140 118c24 2 48 0 72-4-23 6-47 8-72 4zM168 127c20-1 38-4 56-7-17 5-36 8-56 7z"
      />
    </svg>
  );
}

/** Cut by hand: no two alike. */
const rays = [
  { angle: -84, length: 26, width: 7 },
  { angle: -68, length: 36, width: 9 },
  { angle: -53, length: 24, width: 7 },
  { angle: -38, length: 40, width: 9.5 },
  { angle: -23, length: 28, width: 8 },
  { angle: -7, length: 44, width: 10 },
  { angle: 9, length: 30, width: 8 },
  { angle: 24, length: 42, width: 9.5 },
  { angle: 40, length: 25, width: 7.5 },
  { angle: 54, length: 37, width: 9 },
  { angle: 69, length: 27, width: 8 },
  { angle: 84, length: 33, width: 7.5 },
] as const;
