// Files of which the processing once blocked all users of the embedded platform.
import { strToU8, zipSync } from 'fflate';

export function docx(paragraphs: number): Uint8Array {
  const body = Array.from(
    { length: paragraphs },
    (_, at) => `<w:p><w:r><w:t>Paragraph ${at} of a long document.</w:t></w:r></w:p>`,
  ).join('');
  const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const relation =
    'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  return zipSync({
    '[Content_Types].xml': strToU8(
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    ),
    '_rels/.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relation}" Target="word/document.xml"/></Relationships>`,
    ),
    'word/document.xml': strToU8(
      `<w:document xmlns:w="${W}"><w:body>${body}</w:body></w:document>`,
    ),
  });
}

export function linkedPages(count: number): Uint8Array {
  const page = (at: number) => {
    const links = [1, 2, 3, 4, 5].map(
      (step) => `Some words and [a link](p${(at * 7 + step) % count}.md).`,
    );
    return strToU8(`# Page ${at}\n\n${links.join('\n\n')}`);
  };
  return zipSync(
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}.md`, page(at)])),
  );
}

/** An archive whose files claim a tenth of their unpacked size. */
export function lyingZip(): Uint8Array {
  const zip = zipSync({ 'large.md': new Uint8Array(150_000_000).fill(97) }, { level: 9 });
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  for (let at = 0; at + 28 < zip.length; at += 1) {
    const signature = view.getUint32(at, true);
    if (signature === 0x04034b50) view.setUint32(at + 22, 1_000_000, true);
    if (signature === 0x02014b50) view.setUint32(at + 24, 1_000_000, true);
  }
  return zip;
}

export function specification(length: number): string {
  const lines = ['openapi: 3.0.3', 'info:', '  title: Large', '  version: "1"', 'paths:'];
  for (let at = 0, size = 0; size < length; at += 1) {
    const path = `  /things/${at}:\n    get:\n      summary: Thing ${at}\n      description: What thing ${at} is and what it does\n      responses:\n        '200':\n          description: The thing`;
    lines.push(path);
    size += path.length;
  }
  return lines.join('\n');
}
