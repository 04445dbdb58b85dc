/** A link in a stored text: to a page or file of the space by its id, or to any other address. */
export type StoredTarget =
  | { kind: 'page'; page: string; anchor: string }
  | { kind: 'file'; file: string }
  | { kind: 'anchor'; anchor: string }
  | { kind: 'url'; url: string }
  | { kind: 'unknown'; url: string };

/** Parses a URL of a stored text. Pages and files of the space are stored as `/pages/ID` and `/files/ID`. */
export function targetOf(url: string): StoredTarget {
  const [, kind, id = '', anchor = ''] = /^\/(pages|files)\/([\w-]+)(?:#(.*))?$/.exec(url) ?? [];
  if (kind === 'pages') return { kind: 'page', page: id, anchor };
  if (kind === 'files') return { kind: 'file', file: id };
  if (url.startsWith('#')) return { kind: 'anchor', anchor: url.slice(1) };
  return /^[a-z][a-z0-9+.-]*:/i.test(url) ? { kind: 'url', url } : { kind: 'unknown', url };
}
