import {
  localPath,
  type PlainPresentation,
  plainPresentation,
} from '@docs-platform-mcp/markdown/repository';
import { z } from 'zod';
import { FilesError } from './problem.ts';

const text = z.string().optional();
const flag = z.boolean().optional();

/** Attributes that a change of content can set. */
const sendable = {
  description: text,
  icon: text,
  emoji: text,
  hidden: flag,
  noIndex: flag,
  noRobotsIndex: flag,
  condition: text,
};

/** Attributes that the API returns, and has no field to change. */
const shown = {
  cover: text,
  coverDark: text,
  coverY: z.number().optional(),
  coverHeight: z.number().optional(),
  layout: z.record(z.string(), z.unknown()).optional(),
  tags: z.array(z.unknown()).optional(),
  /** A different title in the table of contents, which `SUMMARY.md` states. */
  linkTitle: text,
};

/** Metadata of a page besides title, place and text. Addresses of covers are stored as links of texts are. */
export const attributes = z.strictObject({ ...sendable, ...shown });

export type FileAttributes = z.output<typeof attributes>;
export type SendableName = keyof typeof sendable;

export const ATTRIBUTES = Object.keys(attributes.shape) as (keyof FileAttributes)[];

/** Maximum characters that the platform accepts. */
const MAX_LENGTHS: Readonly<Record<string, number>> = { icon: 50, emoji: 50, slug: 100 };

/** The fields of a page's frontmatter, unvalidated. */
export type Frontmatter = Readonly<Record<string, unknown>>;

/** Whether a change of content can set it. */
export function isSendable(name: string): name is SendableName {
  return name in sendable;
}

/** The attributes in frontmatter. @throws {FilesError} for a value that the platform cannot have. */
export function statedAttributes(frontmatter: Frontmatter): FileAttributes {
  const stated = Object.keys(sendable).flatMap((name) => {
    const isFlag = sendable[name as SendableName] === flag;
    const value = isFlag ? flagIn(frontmatter, name) : frontmatterText(frontmatter, name);
    return value === undefined || value === false ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(stated), ...plainPresentation(frontmatter) };
}

/** A text in frontmatter; undefined if it is empty. YAML reads `2024` or `true` as something else. */
export function frontmatterText(frontmatter: Frontmatter, name: string): string | undefined {
  const value = frontmatter[name] ?? undefined;
  if (typeof value === 'object') throw new FilesError(`${name} in the frontmatter is not text.`);
  if (value === undefined || String(value).trim() === '') return undefined;
  const most = MAX_LENGTHS[name] ?? Number.POSITIVE_INFINITY;
  if (String(value).length > most) {
    throw new FilesError(`${name} in the frontmatter has more than ${most} characters.`);
  }
  return String(value);
}

/** The slug in frontmatter. */
export function slugIn(frontmatter: Frontmatter): string | undefined {
  const slug = frontmatterText(frontmatter, 'slug');
  if (slug === undefined || !/[/\\?#\p{Cc}]|^\.{1,2}$/u.test(slug)) return slug;
  throw new FilesError('slug in the frontmatter is not one segment of a path.');
}

function flagIn(frontmatter: Frontmatter, name: string): boolean | undefined {
  const value = frontmatter[name] ?? undefined;
  if (value === undefined || typeof value === 'boolean') return value;
  throw new FilesError(`${name} in the frontmatter is neither true nor false.`);
}

/** Names in frontmatter that the platform does not know; their values stay in the file. */
export function unknownIn(frontmatter: Frontmatter): string[] {
  const known = ['title', 'slug', ...ATTRIBUTES];
  return Object.keys(frontmatter).filter((name) => !known.includes(name));
}

/** A reference to a file or page in an answer of the API. */
export interface ContentReference {
  kind: string;
  url?: string;
  page?: string;
  file?: string;
  anchor?: string;
}

/** A page in an answer of the API. */
export interface AttributeFields {
  description?: string;
  linkTitle?: string;
  cover?: { ref?: ContentReference; refDark?: ContentReference; yPos?: number; height?: number };
  layout?: Frontmatter;
  tags?: { tag?: { tag?: string }; primary?: boolean }[];
}

/** The attributes that the API returns. */
export function returnedAttributes(page: AttributeFields): FileAttributes {
  const stated = [...Object.keys(sendable), 'linkTitle'].flatMap((name) => {
    const value = (page as Frontmatter)[name];
    return (typeof value === 'string' && value !== '') || value === true ? [[name, value]] : [];
  });
  return { ...Object.fromEntries(stated), ...presentationOf(page) };
}

function presentationOf({ cover, layout, tags }: AttributeFields): PlainPresentation {
  const { width, cover: isCovered, coverSize, coverMask, ...parts } = layout ?? {};
  return plainPresentation({
    cover: attributeUrlOf(cover?.ref),
    coverDark: attributeUrlOf(cover?.refDark),
    coverY: cover?.yPos,
    coverHeight: cover?.height,
    layout: {
      width,
      cover: { visible: isCovered, size: coverSize, mask: coverMask },
      ...Object.fromEntries(Object.entries(parts).map(([name, visible]) => [name, { visible }])),
    },
    tags: tags?.map(({ tag, primary }) => ({ tag: tag?.tag, primary })),
  });
}

/** The target of a reference, in the form that texts use. */
export function attributeUrlOf(reference: ContentReference | undefined): string | undefined {
  switch (reference?.kind) {
    case 'page':
      return `/pages/${reference.page}`;
    case 'anchor':
      return `/pages/${reference.page}#${reference.anchor ?? ''}`;
    case 'file':
      return `/files/${reference.file}`;
    default:
      return reference?.url;
  }
}

/** Attributes with the addresses of covers replaced. */
export function withAddresses(
  given: FileAttributes,
  addressOf: (url: string) => string,
): FileAttributes {
  const { cover, coverDark } = given;
  return {
    ...given,
    ...(cover !== undefined && { cover: addressOf(cover) }),
    ...(coverDark !== undefined && { coverDark: addressOf(coverDark) }),
  };
}

/** The attributes that the file of a page states. */
export function attributesInFile({ linkTitle: _, ...given }: FileAttributes): FileAttributes {
  return given;
}

/** Attributes of a file at `path`, with addresses in one form: the same file can be named in several ways. */
export function comparable(given: FileAttributes, path: string): FileAttributes {
  return withAddresses(given, (url) => localPath(path, url) ?? url);
}
