import { readBlob } from '../../content/blobs.ts';
import { readText } from '../../content/encoding.ts';
import type { ContentState } from '../../content/model.ts';
import { files, pages } from '../../content/tables.ts';
import { pagePathOf } from '../../content/tree.ts';
import { pageVars, spaceVars } from '../../content/vars.ts';
import { targetOf } from '../../markdown/targets.ts';
import type { VarScope } from '../../markdown/values.ts';
import type { SpecVersionRow } from '../../openapi/schema.ts';
import type { Attributes, RenderContext } from '../../render/fill.ts';
import { operationsInput } from '../../render/operation.ts';
import { OPERATIONS_HTML, PAGE_HTML } from '../../render/tasks.ts';
import { fileObject } from '../../serializers/file.ts';
import type { Database } from '../../store/database.ts';
import { computed } from '../../workers/computed.ts';

interface RenderedContent {
  db: Database;
  organization: string;
  state: ContentState;
  /** The page with the text, if its own variables are known there. */
  page?: string | undefined;
  /** The address of a page by its path in the space. */
  hrefOf: (path: string) => string;
  showsConditions: boolean;
}

/** The context for rendering texts of a space, with the pages and files that they link to. */
export function renderContextOf({
  db,
  organization,
  state,
  page: own,
  hrefOf,
  showsConditions,
}: RenderedContent): RenderContext {
  const textOf = (id: string): string | undefined => {
    const file = files.find(db, state, id);
    const blob = file && readBlob(db, file.blob);
    return blob && readText(blob.bytes);
  };
  const vars = varsOf(db, state.space, own);
  return {
    page: (id) => {
      const page = pages.find(db, state, id);
      if (!page) return undefined;
      return {
        href: hrefOf(pagePathOf(db, state, page)),
        title: page.title,
        heading: (anchor) => headingAt(db, state, id, anchor),
      };
    },
    file: (id) => {
      const file = files.find(db, state, id);
      if (!file) return undefined;
      return {
        href: fileObject({ origin: '' }, file).downloadURL,
        name: file.name,
        size: file.size,
      };
    },
    value: (of, name) => vars(of).get(name),
    include: (id) => {
      const text = textOf(id);
      return text === undefined ? undefined : computed(PAGE_HTML, text);
    },
    operations: (all) => {
      const texts = new Map<Attributes, string>();
      for (const source of new Set(all.map(sourceOf))) {
        const matching = all.filter((each) => sourceOf(each) === source);
        const [{ spec, src = '' } = {}] = matching;
        const target = targetOf(src);
        const file = target.kind === 'file' ? target.file : undefined;
        const text =
          spec === undefined ? file && textOf(file) : specificationOf(db, organization, spec);
        if (text === undefined) continue;
        const operations = matching.map(({ path = '', method = '' }) => ({ path, method }));
        const found = computed(OPERATIONS_HTML, operationsInput(operations, text));
        for (const [index, each] of matching.entries()) texts.set(each, found[index] ?? '');
      }
      return all.map((each) => texts.get(each) ?? '');
    },
    showsConditions,
  };
}

/** The heading of a section. The newest primary revision is close enough for others. */
function headingAt(
  db: Database,
  { space }: ContentState,
  page: string,
  anchor: string,
): string | undefined {
  return db.get<{ heading: string }>(
    'SELECT heading FROM section_as_written WHERE space = ? AND page = ? AND anchor = ?',
    space,
    page,
    anchor,
  )?.heading;
}

/** The name of an operation's specification. */
function sourceOf({ spec, src = '' }: Attributes): string {
  return spec === undefined ? `file ${src}` : `specification ${spec}`;
}

/** The newest text of a specification of the organization. */
function specificationOf(db: Database, organization: string, slug: string): string | undefined {
  const version = db.get<SpecVersionRow>(
    `SELECT openapi_version.* FROM openapi_version JOIN openapi_spec ON openapi_spec.id = openapi_version.spec
     WHERE organization = ? AND slug = ? ORDER BY sequence DESC LIMIT 1`,
    organization,
    slug,
  );
  const blob = version && readBlob(db, version.blob);
  return blob && readText(blob.bytes);
}

/** The variables of the space and the page, read once they are needed. */
function varsOf(db: Database, space: string, page: string | undefined) {
  const known = new Map<VarScope, ReadonlyMap<string, string>>();
  return (of: VarScope): ReadonlyMap<string, string> => {
    const before = known.get(of);
    if (before) return before;
    const own = () => (page === undefined ? {} : pageVars(db, space, page));
    const found = new Map(Object.entries(of === 'space' ? spaceVars(db, space) : own()));
    known.set(of, found);
    return found;
  };
}
