import { fileURLToPath } from 'node:url';
import {
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { clientCapabilities, type Era } from './approval.ts';

/** How many milliseconds the offered roots stay valid before the client is asked again. */
const FRESH_MS = 60_000;

/** Any further ones are ignored. */
const MAX_ROOTS = 100;

const ROOTS = 'roots';

/** Thrown if a client of 2026 has to list its folders before the call can continue. */
class RootsWanted extends Error {}

/** The folders that the client of one connection offers. */
export class Roots {
  readonly #server: Server;
  readonly #era: Era;
  #known: { folders: readonly string[]; until: number } | undefined;

  constructor(server: Server, era: Era) {
    this.#server = server;
    this.#era = era;
    if (era === 'legacy') {
      server.setNotificationHandler('notifications/roots/list_changed', () => {
        this.#known = undefined;
      });
    }
  }

  /** The folders, requested as the era prescribes; none if the client offers none. */
  async of(context: ServerContext): Promise<readonly string[]> {
    const response = inputResponse(context.mcpReq.inputResponses, ROOTS);
    if (response.kind === ROOTS) return this.#keep(response.roots);
    if (this.#known && this.#known.until > Date.now()) return this.#known.folders;
    if (!clientCapabilities(this.#server, context)?.roots) return [];
    if (this.#era === 'modern') throw new RootsWanted();
    const { roots } = await this.#server.listRoots({}, { signal: context.mcpReq.signal });
    return this.#keep(roots);
  }

  /** The result of a call, or the request for the folders. */
  async asking<T>(call: () => Promise<T>): Promise<T | InputRequiredResult> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof RootsWanted)) throw error;
      return inputRequired({ inputRequests: { [ROOTS]: inputRequired.listRoots() } });
    }
  }

  #keep(roots: readonly { uri: string }[]): readonly string[] {
    const folders = roots.slice(0, MAX_ROOTS).flatMap(({ uri }) => folderAt(uri) ?? []);
    this.#known = { folders, until: Date.now() + FRESH_MS };
    return folders;
  }
}

/** The path of a file URI; undefined for any other, and for one on another machine. */
function folderAt(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}
