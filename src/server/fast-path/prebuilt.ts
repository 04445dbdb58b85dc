import { existsSync, readFileSync } from 'node:fs';
import type { SurfaceOptions } from '../../tools/index.ts';
import { listedOfWritten, type WrittenTool } from '../../tools/written.ts';
import { fitted } from '../revisions.ts';

/** The names of the files that the build writes beside the code. */
export const OPENING_FILES = { opening: 'opening.json', definitions: 'definitions.jsonl' };

/** What the server says before it is asked to do anything, as the build wrote it down. */
export interface WrittenOpening {
  /** The result of `initialize`, by what is behind the server. */
  initialized: Record<'service' | 'embedded', { protocolVersion: string }>;
  /** The revisions with a handshake, the newest first. */
  revisions: readonly [string, ...string[]];
  /** All tools; their definitions are the lines of the other file, in this order. */
  tools: readonly WrittenTool[];
}

/** Answers that need nothing to be loaded. */
export interface Opening {
  /** The revision that a client is offered which asks for this one. */
  revisionFor(asked: string): string;
  /** The result of `initialize` in this revision, as JSON. */
  initialized(revision: string): string;
  /** Names of all tools, listed or not. */
  readonly names: ReadonlySet<string>;
  /** Those of them that only read. */
  readonly reads: ReadonlySet<string>;
  /** The listed tools as a JSON array; undefined where the options make them other than they were written down. */
  readonly definitions: (() => string) | undefined;
}

/**
 * The opening of a server with these options; undefined where nothing was written down, as when the sources are run.
 * @throws {SelectionError} for a tool or toolset that is not known.
 */
export function readOpening(
  behind: 'service' | 'embedded',
  options: SurfaceOptions,
  folder = new URL('.', import.meta.url),
): Opening | undefined {
  const file = new URL(OPENING_FILES.opening, folder);
  if (!existsSync(file)) return undefined;
  const { initialized, revisions, tools }: WrittenOpening = JSON.parse(readFileSync(file, 'utf8'));
  const listed = listedOfWritten(
    tools.map((tool, line) => ({ ...tool, line })),
    options,
  );
  return {
    revisionFor: (asked) => (revisions.includes(asked) ? asked : revisions[0]),
    initialized: (protocolVersion) =>
      JSON.stringify(
        fitted('initialize', { ...initialized[behind], protocolVersion }, protocolVersion),
      ),
    names: new Set(tools.flatMap(({ name, aliases = [] }) => [name, ...aliases])),
    reads: new Set(tools.filter(({ effect }) => effect === 'read').map(({ name }) => name)),
    definitions: listed && (() => definitionsOf(listed, folder)),
  };
}

function definitionsOf(listed: readonly { line: number }[], folder: URL): string {
  const lines = readFileSync(new URL(OPENING_FILES.definitions, folder), 'utf8').split('\n');
  return `[${listed.map(({ line }) => lines[line]).join(',')}]`;
}
