import { LAYOUT_PARTS } from '@docs-platform-mcp/markdown/repository';
import type { PageAttributes } from '../content/model.ts';
import { type Presentation, presentationOf } from '../content/presentation.ts';
import { refOf } from '../markdown/content-ref.ts';

/** Layout, cover and tags of a page. */
export function presentationFields(attributes: PageAttributes) {
  const given = presentationOf(attributes);
  return {
    layout: layoutOf(given),
    tags: (given.tags ?? []).map(tagOf),
    ...(given.cover !== undefined && { cover: coverOf(given) }),
  };
}

function layoutOf({ layout }: Presentation) {
  const { visible = true, size = 'hero', mask = 'none' } = layout?.cover ?? {};
  return {
    width: layout?.width ?? 'default',
    cover: visible,
    coverSize: size,
    coverMask: mask,
    ...Object.fromEntries(LAYOUT_PARTS.map((part) => [part, layout?.[part]?.visible ?? true])),
  };
}

function coverOf({ cover = '', coverDark, coverY = 0, coverHeight }: Presentation) {
  return {
    ref: refOf(cover),
    ...(coverDark !== undefined && { refDark: refOf(coverDark) }),
    yPos: coverY,
    ...(coverHeight !== undefined && { height: coverHeight }),
  };
}

function tagOf(given: NonNullable<Presentation['tags']>[number]) {
  const { tag, primary } = typeof given === 'string' ? { tag: given, primary: undefined } : given;
  return { tag: { kind: 'tag' as const, tag }, ...(primary !== undefined && { primary }) };
}
