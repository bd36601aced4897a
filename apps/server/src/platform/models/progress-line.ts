export interface ProgressLine {
  show(received: number, total: number): void;
  end(): void;
}

/** Bytes on one line that is written again and again; a line every tenth where there is no terminal. */
export function createProgressLine(
  out: Pick<NodeJS.WriteStream, 'write'> & { readonly isTTY?: boolean },
  name: string,
): ProgressLine {
  const step = out.isTTY ? 1 : 10;
  let shown = -1;
  return {
    show(received, total) {
      const percent = total === 0 ? 0 : Math.min(100, Math.floor((received / total) * 100));
      if (Math.floor(percent / step) === shown) return;
      shown = Math.floor(percent / step);
      const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);
      const text = `  ${name}: ${percent} %, ${megabytes(received)} of ${megabytes(Math.max(received, total))} MB`;
      out.write(out.isTTY ? `\r${text}\u001b[K` : `${text}\n`);
    },
    end() {
      if (out.isTTY && shown >= 0) out.write('\n');
    },
  };
}
