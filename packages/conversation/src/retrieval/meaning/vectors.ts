/** 1: the same, 0: unrelated. */
export function likeness(left: Float32Array, right: Float32Array): number {
  // Sums that do not wait for each other, and no checks: it runs some hundred times for a question.
  let [even, odd] = [0, 0];
  for (let place = 0; place < left.length; place += 2) {
    even += (left[place] as number) * (right[place] as number);
    odd += (left[place + 1] as number) * (right[place + 1] as number);
  }
  return even + odd;
}

export function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const size = vectors[0]?.length ?? 0;
  const mean = new Float32Array(size);
  for (const vector of vectors)
    for (let place = 0; place < size; place += 1)
      mean[place] = (mean[place] ?? 0) + (vector[place] ?? 0) / vectors.length;
  return mean;
}

export function toLengthOne(vector: Float32Array): Float32Array {
  const length = Math.sqrt(likeness(vector, vector)) || 1;
  return vector.map((value) => value / length);
}
