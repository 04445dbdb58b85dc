import { sameWords } from '../shared/text.ts';
import type { Operation, OperationChange } from './specification.ts';

/** The section of a page that this bot maintains, up to the next heading of its level. */
const SECTION = /^## Changes in API [^\n]*\n[\s\S]*?(?=^#{1,2} |(?![\s\S]))/m;

/**
 * Updates the text of a page for the new version: replaces the paths of operations that moved, and adds a section at
 * the end with the changes of the operations that the page names. Returns the same text if nothing changed.
 */
export function updated(
  markdown: string,
  version: string,
  changes: readonly OperationChange[],
): string {
  const standing = SECTION.exec(markdown)?.[0];
  const own = standing === undefined ? markdown : markdown.replace(standing, () => '');
  const named = changes.filter(({ operation, movedFrom }) => names(own, movedFrom ?? operation));
  const current = named.reduce((text, change) => withNewAddress(text, change), own);
  const relevant = changes.filter(
    (change) => named.includes(change) || names(current, change.operation),
  );
  if (relevant.length === 0) return markdown;
  const section = sectionOn(version, relevant);
  if (current === own && standing !== undefined && sameWords(standing, section)) return markdown;
  return `${current.trimEnd()}\n\n${section}\n`;
}

/** Whether a text names an operation: by its id, or by its path, with or without values for its parameters. */
export function names(text: string, { operationId, method, path }: Operation): boolean {
  if (operationId !== undefined && new RegExp(`\\b${escaped(operationId)}\\b`).test(text))
    return true;
  const address = path
    .split(/(\{[^}]*\})/)
    .map((part) => (part.startsWith('{') ? '[^/\\s"\'`?#]+' : escaped(part)));
  const found = text.matchAll(
    new RegExp(`(?:\\b([A-Z]{3,7}) )?${address.join('')}(?![\\w/{-])`, 'g'),
  );
  return [...found].some(([, other = method]) => other === method);
}

function withNewAddress(text: string, { operation, movedFrom }: OperationChange): string {
  if (movedFrom === undefined) return text;
  const { method, path } = movedFrom;
  const old = new RegExp(`\\b${method} ${escaped(path)}(?![\\w/{-])`, 'g');
  return text.replaceAll(old, () => `${operation.method} ${operation.path}`);
}

function sectionOn(version: string, changes: readonly OperationChange[]): string {
  const rows = changes.map(
    ({ operation: { method, path }, what }) =>
      `| \`${method} ${path}\` | ${what.join('; ').replaceAll('|', '\\|')} |`,
  );
  return [
    `## Changes in API ${version}`,
    '',
    '| Operation | What changed |',
    '| --- | --- |',
    ...rows,
  ].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
