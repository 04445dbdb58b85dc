import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import {
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Caller } from '../operations/index.ts';
import { type Surface, tools } from '../tools/index.ts';
import { CHANGE_REQUEST_APP, JSON_TYPE, reviewArguments } from '../uris/index.ts';
import { clientCapabilities } from './approval.ts';

/** The extension with which a client declares that it shows such pages. */
const EXTENSION = 'io.modelcontextprotocol/ui';

const APP_TYPE = 'text/html;profile=mcp-app';

/** The page makes no network requests. */
const UI = { csp: {}, prefersBorder: true };

/** The page's entry in a list of resources. */
const LISTED = {
  uri: CHANGE_REQUEST_APP,
  name: 'change-request-app',
  title: 'Change request',
  description: 'Shows a person what a change request changes.',
  mimeType: APP_TYPE,
  _meta: { ui: UI },
};

/** Built beside the program. From sources, the previous build's copy is used. */
const FILES = ['./change-request.html.br', '../../dist/change-request.html.br'];

const REVIEW_TOOL = tools.find(({ app }) => app === CHANGE_REQUEST_APP)?.name ?? '';

/** The pages that a list of resources contains for this client; none if it cannot show them. */
export function listedApps(server: Server, context: ServerContext, surface: Surface) {
  const isShown = surface.howToCall(REVIEW_TOOL) === 'listed' && showsApps(server, context);
  return isShown ? [LISTED] : [];
}

function showsApps(server: Server, context: ServerContext): boolean {
  const settings = clientCapabilities(server, context)?.extensions?.[EXTENSION];
  const { mimeTypes } = (settings ?? {}) as { mimeTypes?: unknown };
  return Array.isArray(mimeTypes) && mimeTypes.includes(APP_TYPE);
}

/**
 * The contents of an app page or of its data; undefined for any other URI. The data is the result of the tool itself,
 * within the operator's limits.
 */
export async function readApp(uri: string, callerOf: () => Promise<Caller>, surface: Surface) {
  if (uri === CHANGE_REQUEST_APP) {
    return { uri, mimeType: APP_TYPE, text: await page(), _meta: { ui: UI } };
  }
  const args = reviewArguments(uri);
  if (!args) return undefined;
  const outcome = await surface.call(REVIEW_TOOL, args, { ...(await callerOf()), forApp: true });
  if (!outcome || 'question' in outcome || outcome.isError) {
    const message = outcome && 'text' in outcome ? outcome.text : 'This server does not offer it.';
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  }
  return { uri, mimeType: JSON_TYPE, text: outcome.text };
}

let loaded: Promise<string> | undefined;

function page(): Promise<string> {
  const [built, elsewhere] = FILES.map((file) => new URL(file, import.meta.url)) as [URL, URL];
  loaded ??= readFile(built)
    .catch(() => readFile(elsewhere))
    .then(async (compressed) => (await promisify(brotliDecompress)(compressed)).toString());
  return loaded;
}
