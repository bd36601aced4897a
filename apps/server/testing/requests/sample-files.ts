import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A PDF of one page with a line of text each. `locked`: it wants a password. */
export function pdfOf(lines: readonly string[], locked = false): Buffer {
  const shown = lines.map((line) => `(${line.replace(/([()\\])/g, '\\$1')}) Tj 0 -40 Td`).join(' ');
  const content = `BT /F1 12 Tf 50 700 Td ${shown} ET`;
  return pdfWith(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`, locked);
}

/** A small PDF whose page unpacks to so many MiB of spaces. */
export function pdfBombOf(mebibytes: number): Buffer {
  const finishFlush = constants.Z_FULL_FLUSH;
  const piece = deflateRawSync(Buffer.alloc(1_024 ** 2, ' '), { level: 9, finishFlush });
  const packed = [...Array<Buffer>(mebibytes).fill(piece), deflateRawSync(Buffer.from('BT ET'))];
  const content = Buffer.concat([Buffer.of(0x78, 0xda), ...packed, Buffer.alloc(4)]);
  return pdfWith(
    `<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n${content.toString('latin1')}\nendstream`,
    false,
  );
}

function pdfWith(page: string, locked: boolean): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    page,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  const secret = `<${'5a'.repeat(32)}>`;
  const lock = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${secret} /U ${secret} /P -4 >> /ID [<00> <00>]`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${locked ? lock : ''} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const NS = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** A Word document: a heading and a paragraph. `bombBytes`: what it says it unpacks to. */
export function docxOf(heading: string, paragraph: string, bombBytes?: number): Buffer {
  const styled = `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>${heading}</w:t></w:r></w:p>`;
  const body = `${styled}<w:p><w:r><w:t>${paragraph}</w:t></w:r></w:p>`;
  return zipOf(
    {
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>',
      '_rels/.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
      'word/_rels/document.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
      'word/styles.xml': `<w:styles xmlns:w="${NS}"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
      'word/document.xml': `<w:document xmlns:w="${NS}"><w:body>${body}</w:body></w:document>`,
    },
    bombBytes,
  );
}

/** A zip archive of texts, not compressed. */
function zipOf(
  files: Readonly<Record<string, string>>,
  claimedBytes?: number,
  encoding: BufferEncoding = 'utf8',
): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text, encoding);
    const path = Buffer.from(name);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt32LE(crc32(content), 14);
    head.writeUInt32LE(content.length, 18);
    head.writeUInt32LE(content.length, 22);
    head.writeUInt16LE(path.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    head.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(claimedBytes ?? content.length, 24);
    entry.writeUInt32LE(at, 42);
    parts.push(head, path, content);
    entries.push(Buffer.concat([entry, path]));
    at += head.length + path.length + content.length;
  }
  const list = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, list, end]);
}

/** A small archive that says it is as small inside, and unpacks to `bytes`. */
export function bombOf(bytes: number): Buffer {
  const packed = deflateRawSync(Buffer.alloc(bytes, ' '));
  const archive = zipOf({ 'word/document.xml': packed.toString('latin1') }, undefined, 'latin1');
  const list = archive.readUInt32LE(archive.length - 6);
  // Of the entry and of its header: deflated.
  for (const at of [8, list + 10]) archive.writeUInt16LE(8, at);
  return archive;
}
