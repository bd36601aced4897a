interface Made {
  readonly id: string;
  readonly createdAt: string;
}

/** The order of lists: the newest first, and what one millisecond made by its random id. */
export function newestFirst(a: Made, b: Made): number {
  const [one, other] = [a.createdAt + a.id, b.createdAt + b.id];
  if (one === other) return 0;
  return one < other ? 1 : -1;
}
