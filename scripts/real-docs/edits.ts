import type { SpawnedPlatform } from './platform.ts';
import type { Copy } from './repository.ts';
import { sample } from './sample.ts';

/** A paragraph of one line, in any script. */
const PARAGRAPH = /^(?:\p{Lu}[^<>{}|]{40,}|\p{Lo}[^<>{}|]{15,})[.:。：]$/u;

const SENTENCE = 'This sentence was added to see that nothing else changes.';

/** The effect of one-sentence edits on the files. */
export interface EditEffect {
  edited: number;
  exact: number;
  /** Files with more changes than the sentence, and their lines. */
  others: string[];
}

/** Adds one sentence to each of some pages, merges, exports, and compares the files with their previous state. */
export async function editPages(
  platform: SpawnedPlatform,
  space: string,
  pages: readonly string[],
  {
    copy,
    directory,
    count,
    before,
  }: { copy: Copy; directory: string; count: number; before: string },
): Promise<EditEffect> {
  const changes: object[] = [];
  for (const page of sample(pages, pages.length)) {
    if (changes.length === count) break;
    const { markdown } = await platform.ask(
      'GET',
      `/spaces/${space}/content/page/${page}?format=markdown`,
    );
    const edited = withSentence(markdown ?? '');
    if (edited) changes.push({ operation: 'update_page', page, document: { markdown: edited } });
  }
  if (changes.length === 0) return { edited: 0, exact: 0, others: [] };
  const { id } = await platform.ask('POST', `/spaces/${space}/change-requests`, {});
  const request = `/spaces/${space}/change-requests/${id}`;
  for (let at = 0; at < changes.length; at += 10) {
    await platform.ask('POST', `${request}/content`, { changes: changes.slice(at, at + 10) });
  }
  await platform.ask('POST', `${request}/merge`, {});
  const target = { url: copy.url, ref: copy.branch('edited'), repoProjectDirectory: directory };
  copy.git(['update-ref', 'refs/heads/edited', before]);
  await platform.sync(space, 'export', { ...target, commitMessage: 'Edit' });
  const files = copy
    .git(['diff', '--name-only', '-z', '--no-renames', before, 'edited'])
    .split('\0')
    .filter((path) => path !== '');
  const others: string[] = [];
  let exact = 0;
  for (const path of files) {
    const lines = copy
      .git(['diff', '--unified=0', before, 'edited', '--', path])
      .split('\n')
      .filter((line) => /^[+-](?![+-]{2} )/.test(line));
    const [removed = '', added = ''] = lines;
    const isExact =
      lines.length === 2 &&
      added.slice(1).trimEnd() === `${removed.slice(1).trimEnd()} ${SENTENCE}`;
    if (isExact) exact += 1;
    else others.push(`${path}: ${lines.slice(0, 6).join(' | ').slice(0, 400)}`);
  }
  return {
    edited: changes.length,
    exact: others.length > 0 ? Math.min(exact, changes.length - 1) : exact,
    others,
  };
}

/** The text with a sentence added to the end of a paragraph; undefined if there is no one-line paragraph. */
function withSentence(markdown: string): string | undefined {
  const lines = markdown.split('\n');
  let fenced = false;
  for (const [index, line] of lines.entries()) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    const alone = (lines[index - 1] ?? '') === '' && (lines[index + 1] ?? '') === '';
    if (fenced || !alone || !PARAGRAPH.test(line)) continue;
    lines[index] = `${line} ${SENTENCE}`;
    return lines.join('\n');
  }
  return undefined;
}
