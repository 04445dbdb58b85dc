import { strToU8, type Zippable, zipSync } from 'fflate';

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';

/** The smallest possible PNG: one transparent pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export function zipOf(files: Record<string, string | Uint8Array>): Buffer {
  const entries = Object.entries(files).map(([path, content]) => [
    path,
    typeof content === 'string' ? strToU8(content) : content,
  ]);
  // Compressing well takes a second for the largest of them.
  return Buffer.from(zipSync(Object.fromEntries(entries) as Zippable, { level: 1 }));
}

/** A word processor document with a heading, a paragraph and an image. */
export function docx(heading: string, paragraph: string): Buffer {
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="png" ContentType="image/png"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="i1" Type="${OFFICE}/image" Target="media/a.png"/></Relationships>`,
    'word/styles.xml': `<w:styles ${WORD}><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    'word/media/a.png': PIXEL,
    'word/document.xml': `<w:document ${WORD}><w:body><w:p><w:pPr><w:pStyle w:val="H1"/></w:pPr><w:r><w:t>${heading}</w:t></w:r></w:p><w:p><w:r><w:t>${paragraph}</w:t></w:r></w:p><w:p><w:r><w:drawing><wp:inline xmlns:wp="${DRAWING}/wordprocessingDrawing"><wp:docPr id="1" name="A" descr="A dot"/><a:graphic xmlns:a="${DRAWING}/main"><a:graphicData><pic:pic xmlns:pic="${DRAWING}/picture"><pic:blipFill><a:blip r:embed="i1" xmlns:r="${OFFICE}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p></w:body></w:document>`,
  });
}
