import { join } from 'node:path';

/**
 * Where files lie while their requests go on: on the disk of those that are kept, so that keeping one
 * is a change of its name. What a crash leaves there is removed at the next start.
 */
export function uploadFolder(blobFolder: string): string {
  return join(blobFolder, 'uploads');
}
