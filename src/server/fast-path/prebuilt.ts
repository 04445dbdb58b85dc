import { existsSync, readFileSync } from 'node:fs';
import type { SurfaceOptions } from '../../tools/index.ts';
import {
  listPrebuilt,
  type PrebuiltDefinitions,
  type PrebuiltTool,
} from '../../tools/surface/prebuilt.ts';
import { handshakeFields } from './answer.ts';

/** Names of the files that the build writes beside the code. */
export const PREBUILT_FILES = { answers: 'answers.json', definitions: 'definitions.jsonl' };

type Behind = 'service' | 'embedded';

/** The server's answers before the first call, as the build wrote them. */
export interface PrebuiltFile {
  /** The result of `initialize`, by the platform behind the server and by the service that the operator configured. */
  initialized: Record<Behind, Record<SurfaceOptions['api'], { protocolVersion: string }>>;
  /** The revisions with a handshake, the newest first. */
  revisions: readonly [string, ...string[]];
  /** All tools. Their definitions are the lines of the other file, in this order. */
  tools: readonly PrebuiltTool[];
}

/** Answers that need no module to be loaded. */
export interface Prebuilt {
  /** The revision to offer to a client that requests this one. */
  revisionFor(asked: string): string;
  /** The fields of the result of `initialize` in this revision, as JSON without the closing brace. */
  initialized(revision: string): string;
  /** Names of all tools, listed or not. */
  readonly names: ReadonlySet<string>;
  /** The names of the tools that only read. */
  readonly reads: ReadonlySet<string>;
  /** The listed tools as a JSON array; undefined if the options change their prebuilt definitions. */
  readonly definitions: (() => string) | undefined;
}

/**
 * What the build wrote down, for these options; undefined if there is none, as when running from sources.
 * @throws {SelectionError} for an unknown tool or toolset.
 */
export function readPrebuilt(
  behind: Behind,
  options: SurfaceOptions,
  folder = new URL('.', import.meta.url),
): Prebuilt | undefined {
  const file = new URL(PREBUILT_FILES.answers, folder);
  if (!existsSync(file)) return undefined;
  const { initialized, revisions, tools }: PrebuiltFile = JSON.parse(readFileSync(file, 'utf8'));
  const listed = listPrebuilt(
    tools.map((tool, line) => ({ ...tool, line })),
    options,
  );
  return {
    revisionFor: (asked) => (revisions.includes(asked) ? asked : revisions[0]),
    initialized: (protocolVersion) =>
      handshakeFields({ ...initialized[behind][options.api], protocolVersion }),
    names: new Set(tools.flatMap(({ name, aliases = [] }) => [name, ...aliases])),
    reads: new Set(tools.filter(({ effect }) => effect === 'read').map(({ name }) => name)),
    definitions: listed && (() => definitionsOf(listed, folder)),
  };
}

/** The prebuilt definitions of all tools, read with the first of them; undefined if there are none. */
export function prebuiltDefinitions(
  folder = new URL('.', import.meta.url),
): PrebuiltDefinitions | undefined {
  if (!existsSync(new URL(PREBUILT_FILES.definitions, folder))) return undefined;
  let known: ReadonlyMap<string, ReturnType<PrebuiltDefinitions>> | undefined;
  return (name) => {
    known ??= new Map(
      linesIn(folder)
        .map((line) => JSON.parse(line))
        .map((definition) => [definition.name, definition]),
    );
    return known.get(name);
  };
}

function definitionsOf(listed: readonly { line: number }[], folder: URL): string {
  const lines = linesIn(folder);
  return `[${listed.map(({ line }) => lines[line]).join(',')}]`;
}

function linesIn(folder: URL): string[] {
  return readFileSync(new URL(PREBUILT_FILES.definitions, folder), 'utf8').trimEnd().split('\n');
}
