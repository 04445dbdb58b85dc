import { readText } from '../content/encoding.ts';
import { unprocessable } from '../errors.ts';
import { htmlToMarkdown } from './html.ts';
import type { SourceFile } from './source-file.ts';
import { checkArchive, unzip } from './zip.ts';

/** Converts a Word document to markdown at `path` with its images beside it; throws 422 for anything else. */
export async function docxToMarkdown(bytes: Uint8Array, path: string): Promise<SourceFile[]> {
  await checkArchive(bytes);
  const { default: mammoth } = await import('mammoth');
  const images: SourceFile[] = [];
  const convertImage = mammoth.images.imgElement(async (image) => {
    const extension = image.contentType.split('/')[1]?.replace(/\W.*/s, '') || 'bin';
    const name = `${path.replace(/\.md$/, '')}-image-${images.length + 1}.${extension}`;
    images.push({ path: name, bytes: await image.readAsBuffer() });
    return { src: `/${encodeURI(name)}` };
  });
  const html = await convert(() =>
    mammoth.convertToHtml(
      { buffer: Buffer.from(bytes) },
      { convertImage, externalFileAccess: false },
    ),
  );
  return [{ path, bytes: Buffer.from(await htmlToMarkdown({ html })) }, ...images];
}

async function convert(work: () => Promise<{ value: string }>): Promise<string> {
  try {
    return (await work()).value;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw unprocessable(`The document is not a readable .docx file: ${reason}`);
  }
}

/** The files of a zip archive: other document formats become markdown, everything else stays as it is. */
export async function filesOfArchive(archive: Uint8Array): Promise<SourceFile[]> {
  const converted: SourceFile[] = [];
  for (const file of await unzip(archive)) {
    const path = file.path.replace(/\.(html?|docx)$/i, '.md');
    if (/\.html?$/i.test(file.path)) {
      const markdown = await htmlToMarkdown({ html: readText(file.bytes) });
      converted.push({ path, bytes: Buffer.from(markdown) });
    } else if (/\.docx$/i.test(file.path)) {
      converted.push(...(await docxToMarkdown(file.bytes, path)));
    } else {
      converted.push(file);
    }
  }
  return converted;
}
