import type { ContentRef } from './document.ts';
import { targetOf } from './targets.ts';

/** The reference that a stored link represents. */
export function refOf(url: string): ContentRef {
  const target = targetOf(url);
  switch (target.kind) {
    case 'page':
      return target.anchor
        ? { kind: 'anchor', page: target.page, anchor: target.anchor }
        : { kind: 'page', page: target.page };
    case 'file':
      return { kind: 'file', file: target.file };
    case 'anchor':
      return { kind: 'anchor', anchor: target.anchor };
    default:
      return { kind: 'url', url };
  }
}

/** The stored link for a reference. */
export function urlOf(ref: ContentRef): string {
  switch (ref.kind) {
    case 'page':
      return `/pages/${ref.page}`;
    case 'anchor':
      return `${ref.page === undefined ? '' : `/pages/${ref.page}`}#${ref.anchor}`;
    case 'file':
      return `/files/${ref.file}`;
    case 'url':
      return ref.url;
  }
}
