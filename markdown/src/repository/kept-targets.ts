/** A link in a kept text: to a page or file of the space by its id, or to whatever else was written. */
export type Target =
  | { kind: 'page'; page: string; anchor: string }
  | { kind: 'file'; file: string }
  | { kind: 'anchor'; anchor: string }
  | { kind: 'url'; url: string }
  | { kind: 'unknown'; url: string };

/** What a URL in a kept text points to. Pages and files of the space are kept as `/pages/ID` and `/files/ID`. */
export function targetOf(url: string): Target {
  const [, kind, id = '', anchor = ''] = /^\/(pages|files)\/([\w-]+)(?:#(.*))?$/.exec(url) ?? [];
  if (kind === 'pages') return { kind: 'page', page: id, anchor };
  if (kind === 'files') return { kind: 'file', file: id };
  if (url.startsWith('#')) return { kind: 'anchor', anchor: url.slice(1) };
  return /^[a-z][a-z0-9+.-]*:/i.test(url) ? { kind: 'url', url } : { kind: 'unknown', url };
}
