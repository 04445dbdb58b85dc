import { ApiError } from '../errors.ts';
import type { HtmlPage, sitePages } from '../import/html.ts';
import type { SourceFile } from '../import/source-file.ts';
import { tryOpenapi } from '../openapi/document.ts';
import type { PdfInput } from '../pdf/render.ts';
import { TEXT_TASKS } from './text-tasks.ts';

/** All that is done in worker threads. */
const TASKS = {
  ...TEXT_TASKS,
  pdf: async (input: PdfInput) => (await import('../pdf/render.ts')).renderPdf(input),
  htmlToMarkdown: async (page: HtmlPage) =>
    (await import('../import/html.ts')).htmlToMarkdown(page),
  sitePages: async (page: Parameters<typeof sitePages>[0]) =>
    (await import('../import/html.ts')).sitePages(page),
  docxToMarkdown: async ({ bytes, path }: { bytes: Uint8Array; path: string }) =>
    (await import('../import/docx.ts')).docxToMarkdown(bytes, path),
  archive: async (bytes: Uint8Array) =>
    (await import('../import/archive.ts')).filesOfArchive(bytes),
  wikiPages: async (files: readonly SourceFile[]) =>
    (await import('../import/wiki-pages.ts')).wikiPages(files),
  sourceTree: async (files: readonly SourceFile[]) =>
    (await import('../import/source-tree.ts')).readTree(files),
  openapi: tryOpenapi,
};

export type TaskName = keyof typeof TASKS;
export type Input<Name extends TaskName> = Parameters<(typeof TASKS)[Name]>[0];
export type Output<Name extends TaskName> = Awaited<ReturnType<(typeof TASKS)[Name]>>;

/** One task and what it is to be done with, one after the other. */
export interface Job<Name extends TaskName = TaskName> {
  name: Name;
  inputs: readonly Input<Name>[];
}

/** What a task gave, or why it refused. */
export type Outcome<T> = { value: T } | { status: number; message: string };

/** Does a job; what runs in a worker thread. */
export default async function doJob({ name, inputs }: Job): Promise<Outcome<unknown>[]> {
  const task = TASKS[name] as (input: unknown) => unknown;
  const outcomes: Outcome<unknown>[] = [];
  for (const input of inputs) {
    try {
      outcomes.push({ value: await task(input) });
    } catch (error) {
      outcomes.push(refusal(error));
    }
  }
  return outcomes;
}

/** Errors lose their class on the way to another thread. */
function refusal(error: unknown): Outcome<never> {
  if (error instanceof ApiError) return { status: error.status, message: error.message };
  if (error instanceof RangeError && /call stack/.test(error.message)) {
    return { status: 422, message: 'The content is nested too deeply to be worked through' };
  }
  throw error;
}
