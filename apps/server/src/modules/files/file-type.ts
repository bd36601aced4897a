import { extname } from 'node:path';
import { ApiError } from '../../platform/errors/api-error.ts';
import { wideEncoding } from './extract/decode-text.ts';

export type FileType = 'txt' | 'md' | 'pdf' | 'docx' | 'csv' | 'json';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const MEDIA_TYPES: Readonly<Record<FileType, string>> = {
  txt: 'text/plain',
  md: 'text/markdown',
  pdf: 'application/pdf',
  docx: DOCX,
  csv: 'text/csv',
  json: 'application/json',
};
const BY_EXTENSION: Readonly<Record<string, FileType>> = {
  '.txt': 'txt',
  '.text': 'txt',
  '.md': 'md',
  '.markdown': 'md',
  '.pdf': 'pdf',
  '.docx': 'docx',
  '.csv': 'csv',
  '.tsv': 'csv',
  '.json': 'json',
};
const BY_MEDIA_TYPE = new Map<string, FileType>([
  ...Object.entries(MEDIA_TYPES).map(([type, media]) => [media, type as FileType] as const),
  ['text/x-markdown', 'md'],
  ['text/tab-separated-values', 'csv'],
]);

/** What Word wrote before docx, and what it writes around a docx with a password. */
const OLE_MARK = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
/** Where the mark of a PDF may stand, as readers allow. */
const PDF_MARK_REACH = 1_024;

export const mediaTypeOf = (type: FileType): string => MEDIA_TYPES[type];

/**
 * What a file is, by its name or else by what it was sent as, and whether its content agrees.
 *
 * @throws `unsupported_media_type`, or `bad_request` for content that is something else
 */
export function readFileType(name: string, mediaType: string, content: Buffer): FileType {
  const declared = mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const type = BY_EXTENSION[extname(name).toLowerCase()] ?? BY_MEDIA_TYPE.get(declared);
  if (type === undefined) {
    throw refused('unsupported_media_type', 'must be a txt, md, pdf, docx, csv or json file.');
  }
  if (type === 'docx' && content.subarray(0, OLE_MARK.length).equals(OLE_MARK)) {
    const advice = 'save it as docx, without a password.';
    throw refused('bad_request', `is of an older Word or protected by a password: ${advice}`);
  }
  if (!isContentOf(type, content)) {
    throw refused('bad_request', `is called ${type}, but its content is something else.`);
  }
  return type;
}

function isContentOf(type: FileType, content: Buffer): boolean {
  if (type === 'pdf') return content.subarray(0, PDF_MARK_REACH).includes('%PDF-');
  if (type === 'docx') return content.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
  return !content.includes(0) || wideEncoding(content) !== null;
}

export function refused(
  code: 'unsupported_media_type' | 'bad_request' | 'body_too_large',
  message: string,
): ApiError {
  return new ApiError(code, `file: ${message}`, { fields: [{ path: 'file', message }] });
}
