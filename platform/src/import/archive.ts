import { docxToMarkdown } from './docx.ts';
import { htmlToMarkdown } from './html.ts';
import type { SourceFile } from './source-file.ts';
import { unzip } from './zip.ts';

/** The files of a zip archive: other document formats become markdown, everything else stays as it is. */
export async function filesOfArchive(archive: Uint8Array): Promise<SourceFile[]> {
  const converted: SourceFile[] = [];
  for (const file of await unzip(archive)) {
    const path = file.path.replace(/\.(html?|docx)$/i, '.md');
    if (/\.html?$/i.test(file.path)) {
      const markdown = await htmlToMarkdown({ html: new TextDecoder().decode(file.bytes) });
      converted.push({ path, bytes: Buffer.from(markdown) });
    } else if (/\.docx$/i.test(file.path)) {
      converted.push(...(await docxToMarkdown(file.bytes, path)));
    } else {
      converted.push(file);
    }
  }
  return converted;
}
