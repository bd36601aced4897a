import { createLocalRecordingFiles } from './local-recording-files.ts';
import { createMovedRecordingFiles } from './moved-recording-files.ts';
import type { RecordingFiles, RecordingFilesOptions } from './recording-files.ts';

export function createRecordingFiles(options: RecordingFilesOptions): RecordingFiles {
  const { folder } = options.blobs;
  if (folder === null) return createMovedRecordingFiles(options);
  return createLocalRecordingFiles(folder, options.blobs);
}
