import { z } from 'zod';
import type { PageAttributes } from './model.ts';

const visibleFlag = z.object({ visible: z.boolean().optional() }).optional().catch(undefined);

const presentation = z.object({
  cover: z.string().min(1).optional().catch(undefined),
  coverDark: z.string().min(1).optional().catch(undefined),
  coverY: z.number().optional().catch(undefined),
  coverHeight: z.number().min(10).max(700).optional().catch(undefined),
  layout: z
    .object({
      width: z.enum(['default', 'wide']).optional().catch(undefined),
      cover: z
        .object({
          visible: z.boolean().optional(),
          size: z.enum(['hero', 'full', 'background']).optional().catch(undefined),
          mask: z.enum(['none', 'radial']).optional().catch(undefined),
        })
        .optional()
        .catch(undefined),
      title: visibleFlag,
      description: visibleFlag,
      tableOfContents: visibleFlag,
      outline: visibleFlag,
      pagination: visibleFlag,
      metadata: visibleFlag,
      tags: visibleFlag,
      actions: visibleFlag,
      anchors: visibleFlag,
    })
    .optional()
    .catch(undefined),
  tags: z
    .array(
      z.union([
        z.string().min(1),
        z.object({ tag: z.string().min(1), primary: z.boolean().optional() }),
      ]),
    )
    .optional()
    .catch(undefined),
});

/** A page's presentation, in the terms of frontmatter; addresses of covers are stored like links of texts. */
export type Presentation = z.output<typeof presentation>;

type Frontmatter = Readonly<Record<string, unknown>>;

/** The presentation in frontmatter, as pages store it; undefined if it has none. */
export function keptPresentation(
  frontmatter: Frontmatter,
  keptUrl: (url: string) => string,
): string | undefined {
  return writtenPresentation(presentation.parse(frontmatter), keptUrl);
}

/** The attributes of a page with the presentation in the frontmatter of its new text; what that does not name stays. */
export function withPresentation(
  attributes: PageAttributes,
  frontmatter: Frontmatter,
  keptUrl: (url: string) => string,
): PageAttributes {
  const given = keptPresentation(frontmatter, keptUrl);
  if (given === undefined) return attributes;
  const merged = { ...presentationOf(attributes), ...(JSON.parse(given) as Presentation) };
  return { ...attributes, presentation: JSON.stringify(merged) };
}

export function presentationOf({ presentation: kept }: PageAttributes): Presentation {
  return kept === undefined ? {} : (JSON.parse(kept) as Presentation);
}

/** The attributes with every address in them replaced. */
export function withUrls(
  attributes: PageAttributes,
  urlOf: (url: string) => string,
): PageAttributes {
  const { href, presentation: kept } = attributes;
  const moved =
    kept === undefined ? undefined : writtenPresentation(presentationOf(attributes), urlOf);
  return {
    ...attributes,
    ...(href !== undefined && { href: urlOf(href) }),
    ...(moved !== undefined && { presentation: moved }),
  };
}

/** The addresses in attributes: of a link, and of covers. */
export function urlsOf(attributes: PageAttributes): string[] {
  const { cover, coverDark } = presentationOf(attributes);
  return [attributes.href, cover, coverDark].flatMap((url) => url ?? []);
}

function writtenPresentation(
  { cover, coverDark, ...rest }: Presentation,
  urlOf: (url: string) => string,
): string | undefined {
  const values = {
    ...(cover !== undefined && { cover: urlOf(cover) }),
    ...(coverDark !== undefined && { coverDark: urlOf(coverDark) }),
    ...rest,
  };
  const text = JSON.stringify(values);
  return text === '{}' ? undefined : text;
}
