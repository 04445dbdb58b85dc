import { PlatformError } from '../client/index.ts';
import { readersOf } from '../content/index.ts';
import type { OutputOf, operations } from '../operations/index.ts';
import { sanitizeLong, stripInvisible } from '../text/index.ts';
import { isTextType, MARKDOWN_TYPE, sentType, type TemplateValues } from '../uris/index.ts';
import type { Contents } from './contents.ts';
import { oneLine } from './outline.ts';
import { MAX_DOWNLOAD_BYTES, type Reader } from './reader.ts';
import { MAX_LIGHT, showInThread } from './threads.ts';

type File = OutputOf<typeof operations.getFile>;

/** Why a file is described instead of read. */
const UNREAD: Partial<Record<PlatformError['kind'], string>> = {
  too_large: 'is too large to be read here',
  invalid_request: 'is kept where this server does not go',
};

/**
 * A file: text as text, anything else as bytes, up to 5 MiB. A larger file, or one at an address that must not be
 * fetched (see `PlatformClient.download`), is described in words with its download address.
 */
export async function readFile(variables: TemplateValues, reader: Reader): Promise<Contents> {
  const { spaceId = '', changeRequestId, fileId = '' } = variables;
  const where = { spaceId, changeRequestId, fileId };
  const file = await reader.send(readersOf(where).file, where);
  const { downloadURL, size = 0 } = file;
  if (downloadURL === undefined) return pointer(file, 'has no address to be read from');
  if (size > MAX_DOWNLOAD_BYTES) return pointer(file, 'is too large to be read here');
  try {
    const { bytes, contentType } = await reader.download(downloadURL, file, spaceId);
    return await contentsOf(bytes, reader, essence(file.contentType) ?? contentType);
  } catch (error) {
    const why = error instanceof PlatformError ? UNREAD[error.kind] : undefined;
    if (why === undefined) throw error;
    return pointer(file, why);
  }
}

async function contentsOf(
  bytes: Buffer,
  { caller }: Reader,
  type = 'application/octet-stream',
): Promise<Contents> {
  const text = isTextType(type) ? decoded(bytes) : undefined;
  if (text === undefined) return { mimeType: type, blob: bytes.toString('base64') };
  const mimeType = sentType(type);
  if (type === MARKDOWN_TYPE) return { mimeType, text: await sanitizeLong(text) };
  if (text.length <= MAX_LIGHT) return { mimeType, text: stripInvisible(text) };
  return await showInThread({ mimeType, text }, caller, 'Download the file.');
}

function pointer({ name, contentType, size, downloadURL }: File, why: string): Contents {
  const about = [contentType, size !== undefined && `${size} bytes`].filter(Boolean).join(', ');
  const lines = [
    `The file ${JSON.stringify(oneLine(name))} (${oneLine(about) || 'of unknown size'}) ${why}.`,
    ...(downloadURL ? [`It can be downloaded from ${oneLine(downloadURL)}`] : []),
  ];
  return { mimeType: 'text/plain', text: `${lines.join('\n')}\n` };
}

/** The media type without its parameters. */
function essence(contentType: string | undefined): string | undefined {
  return contentType?.split(';')[0]?.trim().toLowerCase() || undefined;
}

/** The bytes decoded as text, or undefined if they are not text. */
function decoded(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : undefined;
}
