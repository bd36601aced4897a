import { openAsBlob } from 'node:fs';

/** Where the content of a file that was sent lies until its request is over, and what it is. */
export interface UploadedContent {
  readonly path: string;
  /** Hex. */
  readonly sha256: string;
}

const contents = new WeakMap<File, UploadedContent>();

/** A file whose content is left on disk until it is read. */
export async function createUploadedFile(
  { name, type }: { readonly name: string; readonly type: string },
  content: UploadedContent,
): Promise<File> {
  const file = new File([await openAsBlob(content.path)], name, { type });
  contents.set(file, content);
  return file;
}

/** Undefined for a file that was not sent to this server. */
export function contentOf(file: File): UploadedContent | undefined {
  return contents.get(file);
}
