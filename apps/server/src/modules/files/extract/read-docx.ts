import mammoth from 'mammoth';

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/** Paragraphs, headings marked as in Markdown, a line a row of a table. */
export async function readDocx(content: Uint8Array): Promise<string> {
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(content) },
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
  );
  return toText(value);
}

/** Of what mammoth writes: a few elements, nothing of the author's. */
function toText(html: string): string {
  return html
    .replace(/<h([1-6])[^>]*>/g, (_, level: string) => `\n\n${'#'.repeat(Number(level))} `)
    .replace(/<li[^>]*>/g, '\n- ')
    .replace(/<\/(?:td|th)>/g, '; ')
    .replace(/<\/(?:p|h[1-6]|ul|ol|table)>/g, '\n\n')
    .replace(/<br ?\/?>|<\/tr>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\n*; */g, '; ')
    .replace(/; *$/gm, '.')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
