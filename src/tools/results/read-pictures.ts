import { Markdown } from '@docs-platform-mcp/markdown';
import { PlatformError } from '../../client/index.ts';
import {
  type Arguments,
  allOperations,
  type Operation,
  type OutputOf,
  type operations,
  send,
} from '../../operations/index.ts';
import { fitPicture, type Picture } from '../../pictures/index.ts';
import { sanitizeText, stripInvisible } from '../../text/index.ts';
import { isTextType, MARKDOWN_TYPE } from '../../uris/index.ts';
import type { CallContext } from '../tool.ts';
import type { Facts } from '../views/view.ts';
import { FILE_PATH } from './picture-arguments.ts';

type File = OutputOf<typeof operations.getFile>;

/** Maximum number of pictures in one result; the others are listed by id. */
const MAX_PICTURES = 5;

/** The size that models accept: hosts scale down or refuse larger pictures. */
const LONGEST_SIDE = 1_568;

/** Maximum size of all pictures of a result, as base64: hosts accept a megabyte. */
const MAX_BYTES = 750_000;

/** Maximum bytes of a file to fetch for display. */
const MAX_DOWNLOAD = 20_000_000;

/** Maximum bytes of a text to return. */
const MAX_TEXT = 1_000_000;

/** Why a file is not fetched. */
const NOT_FETCHED: Partial<Record<PlatformError['kind'], string>> = {
  too_large: 'is too large to be shown: download it from downloadURL',
  invalid_request: 'is kept where this server does not go: download it from downloadURL',
};

/** The content of a file beside its metadata: a picture, a text, or the reason why there is neither. */
export async function fileContent(
  facts: Facts,
  context: CallContext,
): Promise<{ facts: Facts; pictures: Picture[] }> {
  const file = facts as unknown as File;
  const type = typeOf(file);
  if (!isTextType(type) && !type.startsWith('image/')) return { facts, pictures: [] };
  const isText = isTextType(type);
  const bytes = await bytesOf(file, isText ? MAX_TEXT : MAX_DOWNLOAD, context);
  if (typeof bytes === 'string') {
    return { facts: { ...facts, [isText ? 'text' : 'image']: bytes }, pictures: [] };
  }
  if (isText) return { facts: { ...facts, text: visibleText(bytes, type) }, pictures: [] };
  const picture = await fitToModel(bytes, MAX_BYTES, context);
  return 'refused' in picture
    ? { facts: { ...facts, image: picture.refused }, pictures: [] }
    : { facts: { ...facts, image: captionOf(picture) }, pictures: [picture] };
}

/** The pictures in the returned part of a page, and the file of each. */
export async function picturesOfPage(
  page: Operation,
  args: Arguments,
  { markdown }: Facts,
  context: CallContext,
): Promise<{ facts: Facts; pictures: Picture[] }> {
  const reader = fileReaderOf(page);
  const none = (why: string) => ({ facts: { imagesLeftOut: why }, pictures: [] });
  if (typeof markdown !== 'string') return none('only a page that is read as markdown shows them');
  if (!reader || context.isExcluded?.(reader.tool)) return none('this server offers no files here');
  const ids = await fileIdsIn(markdown);
  const requested = ids.slice(0, MAX_PICTURES);
  const share = Math.floor(MAX_BYTES / Math.max(1, requested.length));
  const looks = await Promise.all(
    requested.map(async (fileId) => ({
      file: fileId,
      seen: await showFile(reader, { ...args, fileId }, share, context),
    })),
  );
  const pictures = looks.flatMap(({ seen }) => (typeof seen === 'string' ? [] : [seen]));
  const images = looks.map(({ file, seen }) => ({
    file,
    image: typeof seen === 'string' ? seen : captionOf(seen),
  }));
  const left = ids.slice(MAX_PICTURES);
  return {
    facts: {
      images,
      ...(left.length > 0 && {
        imagesLeftOut: { files: left.slice(0, MAX_NAMED), count: left.length, by: reader.tool },
      }),
    },
    pictures,
  };
}

/** Maximum number of files to list without showing them. */
const MAX_NAMED = 20;

/** A text without the parts that people do not see. */
function visibleText(bytes: Buffer, type: string): string {
  const text = bytes.toString('utf8');
  return type === MARKDOWN_TYPE ? sanitizeText(text) : stripInvisible(text);
}

const SVG = 'image/svg+xml';

/**
 * The operation that describes a file, for the operation that reads a page of the same space, change request or
 * revision.
 */
function fileReaderOf({ pathTemplate }: Operation): Operation | undefined {
  const place = pathTemplate.replace(/\/(page|path)\/\{\w+\}$/, '');
  return allOperations.find(
    (operation) => operation.method === 'GET' && operation.pathTemplate === place + FILE_PATH,
  );
}

/** The ids of the files that a text shows, in its order. */
async function fileIdsIn(markdown: string): Promise<string[]> {
  const read = await Markdown.readInTurns(markdown);
  const ids = read.references.references.flatMap(({ embeds, url }) => {
    const id = embeds ? /^\/files\/([\w-]+)$/.exec(url)?.[1] : undefined;
    return id ?? [];
  });
  return [...new Set(ids)];
}

async function showFile(
  reader: Operation,
  args: Arguments,
  most: number,
  context: CallContext,
): Promise<Picture | string> {
  try {
    const given = Object.fromEntries(Object.keys(reader.path).map((name) => [name, args[name]]));
    const file = (await send(reader, given, context)) as File;
    const type = typeOf(file);
    if (type === SVG) return `is SVG: ${reader.tool} gives its text`;
    if (!type.startsWith('image/')) return `is ${type || 'no image'}`;
    const bytes = await bytesOf(file, MAX_DOWNLOAD, context);
    if (typeof bytes === 'string') return bytes;
    const picture = await fitToModel(bytes, most, context);
    return 'refused' in picture ? picture.refused : picture;
  } catch (error) {
    if (error instanceof PlatformError && error.status === 404) return 'there is no such file';
    throw error;
  }
}

/** The bytes of a file, or why they are not fetched. */
async function bytesOf(
  { downloadURL: url, size = 0 }: File,
  maxBytes: number,
  context: CallContext,
): Promise<Buffer | string> {
  if (url === undefined) return 'has no address to be read from';
  if (size > maxBytes) return NOT_FETCHED.too_large as string;
  try {
    return (await context.client.download({ url, maxBytes }, context)).bytes;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const why = NOT_FETCHED[error.kind];
    if (why !== undefined) return why;
    if (error.kind === 'cancelled') throw error;
    return 'cannot be fetched at the moment: try again, or download it from downloadURL';
  }
}

function fitToModel(bytes: Buffer, most: number, { signal }: CallContext) {
  return fitPicture(bytes, { side: LONGEST_SIDE, bytes: most }, signal);
}

/** The form of a media type that may appear outside of the fences: other people chose it. */
const MEDIA_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;

/** The media type that the platform states, without parameters, or else the one that the name implies. */
function typeOf({ contentType, name }: Partial<File>): string {
  const given = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const type = MEDIA_TYPE.test(given) ? given : '';
  return type === '' && name?.toLowerCase().endsWith('.svg') ? SVG : type;
}

/** A description of what is shown, in this server's own words. */
function captionOf({ width, height, from }: Picture): string {
  const size = `${width} x ${height} pixels`;
  return from ? `shown with ${size}, of ${from.width} x ${from.height}` : `shown with ${size}`;
}
