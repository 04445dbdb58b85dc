import Tinypool from 'tinypool';
import { DOCUMENT_ID } from './content/documents.ts';
import { MERGE_TEXT } from './content/merge-text.ts';
import { ApiError } from './errors.ts';
import { IS_LEGACY_PROJECT, READ_PROJECT, READ_VARS } from './git/tasks.ts';
import {
  ARCHIVE,
  DOCX_TO_MARKDOWN,
  HTML_TO_MARKDOWN,
  IMPORT_TREE,
  READ_SUMMARY,
  SITE_PAGES,
  WIKI_PAGES,
} from './import/tasks.ts';
import { DOCUMENT_MARKDOWN } from './markdown/from-document.ts';
import {
  BLOCKS,
  DOCUMENT_JSON,
  READ_PAGE,
  SUBMISSION,
  TEXT_FACTS,
  VALUED,
} from './markdown/tasks.ts';
import { CHECK_OPENAPI, OPENAPI_JSON, tryOpenapi } from './openapi/document.ts';
import { WRITE_PDF } from './pdf/exports.ts';
import { COMMENT_HTML, OPERATIONS_HTML, PAGE_HTML } from './render/tasks.ts';
import { DIFF_HTML } from './web/tasks.ts';
import { memoryOf, type TaskResult, type WorkerJob, type WorkerTask } from './workers/task.ts';

type Doing = readonly [name: string, work: (input: never) => unknown];

/** All tasks of the worker threads. Modules that only some tasks need are loaded on first use. */
const TASKS: ReadonlyMap<string, (input: never) => unknown> = new Map<
  string,
  (input: never) => unknown
>([
  ...[
    DOCUMENT_ID,
    TEXT_FACTS,
    VALUED,
    MERGE_TEXT,
    SUBMISSION,
    DOCUMENT_JSON,
    DOCUMENT_MARKDOWN,
    BLOCKS,
    OPENAPI_JSON,
  ].map(({ name, find }): Doing => [name, find]),
  does(READ_PAGE, async (file) => (await import('./markdown/read-page.ts')).parsePageFile(file)),
  does(CHECK_OPENAPI, tryOpenapi),
  does(WRITE_PDF, async (input) => (await import('./pdf/render.ts')).renderPdf(input)),
  does(HTML_TO_MARKDOWN, async (page) => (await import('./import/html.ts')).htmlToMarkdown(page)),
  does(SITE_PAGES, async (page) => (await import('./import/html.ts')).sitePages(page)),
  does(DOCX_TO_MARKDOWN, async ({ bytes, path }) =>
    (await import('./import/docx.ts')).docxToMarkdown(bytes, path),
  ),
  does(ARCHIVE, async (bytes) => (await import('./import/docx.ts')).filesOfArchive(bytes)),
  does(WIKI_PAGES, async (files) => (await import('./import/wiki-pages.ts')).wikiPages(files)),
  does(READ_SUMMARY, async (text) =>
    (await import('@docs-platform-mcp/markdown/repository')).readSummary(text),
  ),
  does(READ_PROJECT, async (yaml) => (await import('./git/project.ts')).readProject(yaml)),
  does(IS_LEGACY_PROJECT, async (json) => (await import('./git/project.ts')).isLegacyProject(json)),
  does(READ_VARS, async (yaml) => (await import('./git/vars.ts')).readVars(yaml)),
  does(IMPORT_TREE, async (files) => (await import('./import/source-tree.ts')).treeOf(files)),
  ...[PAGE_HTML, COMMENT_HTML, OPERATIONS_HTML, DIFF_HTML].map(
    ({ name, find }): Doing => [name, find],
  ),
]);

/** Runs a job in a worker thread. Bytes are moved to the caller, since copying many takes long. */
export default async function doJob(job: WorkerJob): Promise<unknown> {
  const outcomes = await outcomesOf(job);
  const own = outcomes.flatMap((outcome) => ('value' in outcome ? memoryOf(outcome.value) : []));
  return own.length === 0 ? outcomes : moved(outcomes, [...new Set(own)]);
}

/** Each copy of Tinypool recognises what its own `move` marked; here, all of them find their marks. */
function moved(value: unknown, memory: readonly ArrayBufferLike[]): object {
  const marked = { [Tinypool.valueSymbol]: value, [Tinypool.transferableSymbol]: memory };
  return new Proxy(marked, {
    get: (target, name) => Reflect.get(target, name) ?? typeof name === 'symbol',
  });
}

async function outcomesOf({ name, inputs }: WorkerJob): Promise<TaskResult<unknown>[]> {
  const work = TASKS.get(name) as ((input: unknown) => unknown) | undefined;
  if (!work) throw new Error(`There is no task ${name}`);
  const outcomes: TaskResult<unknown>[] = [];
  for (const input of inputs) {
    try {
      outcomes.push({ value: await work(input) });
    } catch (error) {
      outcomes.push(refusal(error));
    }
  }
  return outcomes;
}

function does<In, Out>(
  { name }: WorkerTask<In, Out>,
  work: (input: In) => Out | Promise<Out>,
): Doing {
  return [name, work];
}

/** Errors lose their class on the way to another thread. */
function refusal(error: unknown): TaskResult<never> {
  if (error instanceof ApiError) return { status: error.status, message: error.message };
  if (error instanceof RangeError && /call stack/.test(error.message)) {
    return { status: 422, message: 'The content is nested too deeply to be processed' };
  }
  throw error;
}
