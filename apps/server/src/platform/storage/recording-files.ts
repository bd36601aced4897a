import { join } from 'node:path';
import type { BlobInfo, BlobRange, BlobStore, OpenBlob } from './blob-store.ts';

/**
 * The files of recordings. They are written on this machine's disk, a folder for each recording, and
 * kept in the blob store: in the same place where that is a folder, moved there afterwards elsewhere.
 */
export interface RecordingFiles {
  /** Makes the folder that a recording is written to; rejects when the disk will not. */
  make(id: string): Promise<string>;
  folder(id: string): string;
  /** Null when there is no such file. */
  head(id: string, name: string): Promise<Pick<BlobInfo, 'size'> | null>;
  get(id: string, name: string, range: BlobRange): Promise<OpenBlob | null>;
  /** Has a file made from others of a recording; it is there whole, or not at all. */
  derive(id: string, file: DerivedFile): Promise<void>;
  /** False: the files of this recording were deleted. */
  mayHaveFiles(id: string): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** Null: they are kept where they are written. */
  readonly unmoved: UnmovedFiles | null;
}

/** What lies on this machine still, of recordings that are kept elsewhere. */
export interface UnmovedFiles {
  /** Ids of recordings. */
  list(): Promise<string[]>;
  /** Moves the files of one that is done to where they are kept. */
  move(id: string, signal: AbortSignal): Promise<void>;
}

export interface DerivedFile {
  readonly name: string;
  /** Names of what it is made from. */
  readonly sources: readonly string[];
  /** Writes `output` into `folder`, which holds the sources. */
  readonly write: (folder: string, output: string) => Promise<void>;
}

export interface RecordingFilesOptions {
  readonly blobs: BlobStore;
  /** On this machine's disk. */
  readonly workFolder: string;
}

export const recordingFolder = (folder: string, id: string): string =>
  join(folder, 'recordings', id);

export const recordingPrefix = (id: string): string => `recordings/${id}/`;

export const recordingKey = (id: string, name: string): string => recordingPrefix(id) + name;
