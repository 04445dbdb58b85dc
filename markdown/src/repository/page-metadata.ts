/** Metadata of a page in its frontmatter, in the order in which a new file states it. */
const ORDER = [
  'description',
  'icon',
  'emoji',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
  'cover',
  'coverDark',
  'coverY',
  'coverHeight',
  'layout',
  'tags',
  'slug',
];

/** Parts of a page that its layout can hide, as frontmatter and the API name them. */
export const LAYOUT_PARTS = [
  'title',
  'description',
  'tableOfContents',
  'outline',
  'pagination',
  'metadata',
  'tags',
  'actions',
  'anchors',
] as const;

type Frontmatter = Readonly<Record<string, unknown>>;

/** How a page is presented, as its frontmatter states it. */
export interface PlainPresentation {
  cover?: string;
  coverDark?: string;
  coverY?: number;
  coverHeight?: number;
  layout?: Record<string, unknown>;
  tags?: unknown[];
}

/** The values of frontmatter in the order in which a new file states them. */
export function inFileOrder(values: Frontmatter): Record<string, unknown> {
  const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return Object.fromEntries(Object.entries(values).sort(([a], [b]) => rank(a) - rank(b)));
}

/**
 * The presentation in frontmatter, without values that apply anyway: two pages that look the same have the same
 * presentation, however much of it their files state.
 */
export function plainPresentation({
  cover,
  coverDark,
  coverY,
  coverHeight,
  layout,
  tags,
}: Frontmatter): PlainPresentation {
  const plain = plainLayout(asObject(layout));
  const isCovered = typeof cover === 'string' && cover !== '';
  return {
    ...(isCovered && { cover }),
    ...(isCovered && typeof coverDark === 'string' && coverDark !== '' && { coverDark }),
    ...(isCovered && typeof coverY === 'number' && coverY !== 0 && { coverY }),
    ...(isCovered && typeof coverHeight === 'number' && { coverHeight }),
    ...(Object.keys(plain).length > 0 && { layout: plain }),
    ...(Array.isArray(tags) && tags.length > 0 && { tags: tags.map(plainTag) }),
  };
}

function plainLayout(layout: Frontmatter): Record<string, unknown> {
  const { visible, size = 'hero', mask = 'none' } = asObject(layout.cover);
  const cover = {
    ...(visible === false && { visible }),
    ...(size !== 'hero' && { size }),
    ...(mask !== 'none' && { mask }),
  };
  const hidden = LAYOUT_PARTS.filter((part) => asObject(layout[part]).visible === false);
  return {
    ...((layout.width ?? 'default') !== 'default' && { width: layout.width }),
    ...(Object.keys(cover).length > 0 && { cover }),
    ...Object.fromEntries(hidden.map((part) => [part, { visible: false }])),
  };
}

function plainTag(given: unknown): unknown {
  const { tag, primary } = asObject(given);
  if (tag === undefined) return given;
  return primary === true ? { tag, primary } : tag;
}

function asObject(value: unknown): Frontmatter {
  return typeof value === 'object' && value !== null ? (value as Frontmatter) : {};
}
