/** Formats milliseconds in words: `1 minute 12 seconds`. */
export function formatDuration(duration: number): string {
  const seconds = Math.max(0, Math.round(duration / 1000));
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  const parts = [
    minutes > 0 ? count(minutes, 'minute') : '',
    rest > 0 ? count(rest, 'second') : '',
  ];
  return parts.filter(Boolean).join(' ') || '0 seconds';
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}
