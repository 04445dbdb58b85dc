import { Markdown } from '@docs-platform-mcp/markdown';
import { describeBroken, oneLineTags } from '../tools/index.ts';
import { isSendable } from './attributes.ts';
import type { Bodies } from './bodies.ts';
import { changedFacts, hasOwnText, localChanges } from './changes.ts';
import type { Local, LocalFile, LocalPage } from './local.ts';
import { isNewId } from './local-tree.ts';
import { mergeBodies, mergeFacts } from './merge.ts';
import type { Remote, RemotePage, SpaceApi } from './remote.ts';
import type { CommonBase, PageRecord } from './state.ts';
import { sentText } from './text.ts';
import { stepsFor, Tree, type TreeStep } from './tree.ts';

/** One change of the platform's content, in API form. */
export interface PushedChange {
  operation: 'insert_page' | 'update_page' | 'delete_page';
  page?: string;
  title?: string;
  document?: { markdown: string };
  into?: string | null;
  at?: number;
  [field: string]: unknown;
}

/** A change, and the local page that it belongs to. */
export interface PlannedChange {
  change: PushedChange;
  id: string;
  path: string;
  /** Hash of its file. */
  file?: string;
  said?: PageRecord['said'];
  /** Whether its text is sent. */
  hasText?: boolean;
  /** The sent text contains more than the local file; the next pull brings it here. */
  isMerged?: boolean;
  /**
   * Not all of the file is sent: its text links to pages that the platform does not have yet and is sent again after
   * them, or it contains what the platform cannot store.
   */
  isPartial?: boolean;
}

/** The changes that bring the platform to the state of the folder. */
export interface PushPlan {
  files: LocalFile[];
  changes: PlannedChange[];
  /** Texts that link to pages which have to be created first. */
  waiting: PlannedChange[];
  /** Pages that already have the same state on both sides. */
  settled: PlannedChange[];
  /** Conflicting changes of both sides: nothing is sent before they are resolved. */
  conflicts: string[];
  problems: string[];
  /** What is left out, because the platform cannot store it. */
  notes: string[];
}

/** `operation` and `page` alone change nothing. */
const ESSENTIAL_FIELDS = 2;

interface PushInput {
  side: CommonBase;
  local: Local;
  remote: Remote;
  bodies: Bodies;
  platform: SpaceApi;
}

/** Plans the changes to send. Untouched pages are not part of it. */
export async function planPush(sides: PushInput): Promise<PushPlan> {
  return new Planner(sides).plan();
}

class Planner {
  readonly #sides: PushInput;
  readonly #records: ReadonlyMap<string, PageRecord>;
  readonly #remote: ReadonlyMap<string, RemotePage>;
  readonly #plan: PushPlan;

  constructor(sides: PushInput) {
    this.#sides = sides;
    this.#records = new Map(sides.side.pages.map((page) => [page.id, page]));
    this.#remote = new Map(sides.remote.pages.map((page) => [page.id, page]));
    const files = sides.local.files.filter(({ isNew }) => isNew);
    this.#plan = {
      files,
      changes: [],
      waiting: [],
      settled: [],
      conflicts: [],
      problems: [...sides.local.problems],
      notes: [],
    };
  }

  async plan(): Promise<PushPlan> {
    const { local, side, bodies } = this.#sides;
    const changed = localChanges(local, side);
    await bodies.fetch(new Set(changed.map(({ id }) => id)));
    const edits = new Map<string, PlannedChange>();
    const byId = new Map(local.pages.map((page) => [page.id, page]));
    for (const { id, kind } of changed) {
      const page = byId.get(id);
      if (kind === 'changed' && page) await this.#planEdit(page, edits);
    }
    await this.#planDeletions();
    this.#planPlaces(byId, edits);
    await this.#requireWholeTree();
    return this.#plan;
  }

  async #planEdit(page: LocalPage, edits: Map<string, PlannedChange>): Promise<void> {
    const { bodies } = this.#sides;
    const [record, there] = [this.#records.get(page.id), this.#remote.get(page.id)];
    const name = page.path ?? page.title;
    if (!record) return;
    if (!there) {
      this.#plan.conflicts.push(
        `${name} was deleted on the platform and changed here: pull, and it stays as a new page.`,
      );
      return;
    }
    const { facts, contested } = mergeFacts(record, page, there);
    for (const { name: fact } of contested) {
      this.#plan.conflicts.push(`${name}: its ${fact} was changed on both sides.`);
    }
    const change: PushedChange = { operation: 'update_page', page: page.id };
    const unsent: string[] = [];
    for (const aspect of changedFacts(there, facts)) {
      if (aspect === 'title' || aspect === 'slug') change[aspect] = facts[aspect];
      else if (isSendable(aspect))
        change[aspect] = facts.attributes[aspect] ?? emptied(there.attributes[aspect]);
      else unsent.push(aspect);
    }
    this.#noteUnsent(name, unsent, page.unknown);
    let hasText = false;
    const former = await bodies.former(page.id);
    const current = page.type === 'document' ? await bodies.get(page.id) : former;
    let body = current;
    if (page.body !== undefined && hasOwnText(page, record)) {
      const merged = mergeBodies(former, page.body, current);
      body = merged.text;
      if (merged.conflict) {
        this.#plan.conflicts.push(
          `${name} was changed on both sides: pull, and it will contain both versions.`,
        );
      } else if (merged.text !== current) {
        this.#checkLinks(name, merged.text, [former, current]);
        this.#checkBlocks(page, former);
        const markdown = sentText(facts.title, merged.text, false);
        change.document = { markdown: oneLineTags({ markdown, original: current }) };
        hasText = true;
      }
    }
    const isWaiting = hasNewPages(change);
    if (isWaiting) {
      this.#plan.waiting.push({ change: { ...change }, id: page.id, path: name });
      delete change.document;
      hasText = false;
    }
    const isMerged = body !== (page.body ?? former) || changedFacts(page, facts).length > 0;
    edits.set(page.id, {
      change,
      id: page.id,
      path: name,
      file: page.file,
      said: page.said,
      hasText,
      isPartial: isWaiting || unsent.length > 0,
      isMerged,
    });
  }

  async #planDeletions(): Promise<void> {
    const { local, bodies } = this.#sides;
    for (const { id, path, title } of local.deleted) {
      const [record, there] = [this.#records.get(id), this.#remote.get(id)];
      if (!record || !there) continue;
      const isSame =
        changedFacts(record, there).length === 0 &&
        (await bodies.get(id)) === (await bodies.former(id));
      if (!isSame)
        this.#plan.conflicts.push(
          `${path ?? title} was deleted here and changed on the platform: pull to restore it.`,
        );
    }
  }

  /** Deleting a page deletes everything below it, so the list of that has to be complete. */
  async #requireWholeTree(): Promise<void> {
    const { platform, remote } = this.#sides;
    const deleted = this.#plan.changes.filter(({ change }) => change.operation === 'delete_page');
    await Promise.all(
      deleted.map(async ({ id, path }) => {
        const unlisted = (await platform.below(remote.location, id)).some(
          (child) => this.#remote.get(child)?.parent !== id,
        );
        if (unlisted)
          this.#plan.conflicts.push(
            `${path} was deleted here, and has pages below it that the platform does not list: pull first.`,
          );
      }),
    );
  }

  #planPlaces(byId: ReadonlyMap<string, LocalPage>, edits: Map<string, PlannedChange>): void {
    const { local, side, remote } = this.#sides;
    const { steps, kept } = stepsFor(new Tree(remote.pages), side.pages, local.pages);
    for (const id of kept) {
      const name = this.#records.get(id)?.path ?? this.#records.get(id)?.title ?? id;
      this.#plan.conflicts.push(
        `${name} was moved or deleted here, and other pages are below it on the platform: pull first.`,
      );
    }
    const placed: PlannedChange[] = [];
    const deletes: PlannedChange[] = [];
    for (const step of steps) {
      const page = byId.get(step.id);
      if (step.kind === 'insert' && page) placed.push(this.#inserted(page, step));
      else if (step.kind === 'move') {
        const planned = edits.get(step.id);
        if (!planned) continue;
        Object.assign(planned.change, { into: step.parent, at: step.at });
        placed.push(planned);
      } else if (step.kind === 'delete') {
        const path = this.#records.get(step.id)?.path ?? step.id;
        deletes.push({ change: { operation: 'delete_page', page: step.id }, id: step.id, path });
      }
    }
    const all = [...edits.values()];
    const isEmpty = ({ change }: PlannedChange) => Object.keys(change).length === ESSENTIAL_FIELDS;
    this.#plan.settled = all.filter((edit) => isEmpty(edit) && !edit.isMerged && !edit.isPartial);
    const inPlace = all.filter((edit) => !isEmpty(edit) && !placed.includes(edit));
    // Each index assumes the steps before it.
    this.#plan.changes = [...placed, ...inPlace, ...deletes];
  }

  #inserted(page: LocalPage, { parent, at }: TreeStep): PlannedChange {
    const { title, slug, attributes, body = '', path = title } = page;
    const unsent = Object.keys(attributes).filter((name) => !isSendable(name));
    this.#checkLinks(path, body, []);
    this.#checkBlocks(page, '');
    this.#noteUnsent(path, unsent, page.unknown);
    const markdown = oneLineTags({ markdown: sentText(title, body, true) });
    const change: PushedChange = {
      operation: 'insert_page',
      title,
      document: { markdown },
      ...(slug !== '' && { slug }),
      ...Object.fromEntries(Object.entries(attributes).filter(([name]) => isSendable(name))),
      ...(parent !== null && { into: parent }),
      at,
    };
    return {
      change,
      id: page.id,
      path,
      file: page.file,
      said: page.said,
      hasText: true,
      isPartial: hasNewPages(change) || unsent.length > 0,
    };
  }

  /** Report everything in a file that is dropped. */
  #noteUnsent(name: string, unsent: readonly string[], unknown: readonly string[] = []): void {
    if (unsent.length > 0)
      this.#plan.notes.push(
        `${name}: the API cannot set ${unsent.join(', ')}; set this in the app. It stays in the file.`,
      );
    if (unknown.length > 0)
      this.#plan.notes.push(
        `${name}: the platform does not know ${unknown.join(', ')} in the frontmatter; this stays in the file.`,
      );
  }

  /** The platform turns new broken links into plain text. */
  #checkLinks(path: string, body: string, known: readonly string[]): void {
    const before = new Set(known.flatMap(relativeLinks));
    for (const url of relativeLinks(body)) {
      if (!before.has(url))
        this.#plan.problems.push(`${path} links to ${url}, which does not exist.`);
    }
  }

  #checkBlocks({ path, title, body: after = '', above }: LocalPage, before: string): void {
    const problem = describeBroken({ before, after, above });
    if (problem !== undefined) this.#plan.problems.push(`${path ?? title}: ${problem}`);
  }
}

/** The value that removes a field. */
function emptied(value: string | boolean | undefined): string | boolean {
  return typeof value === 'boolean' ? false : '';
}

function hasNewPages({ document }: PushedChange): boolean {
  return linksOf(document?.markdown ?? '').some((url) => isNewId(url.replace('/pages/', '')));
}

function linksOf(text: string): string[] {
  return Markdown.read(text).references.references.flatMap(({ form, url }) =>
    ['link', 'image', 'definition'].includes(form) ? url : [],
  );
}

function relativeLinks(text: string): string[] {
  return linksOf(text).filter(
    (url) => url !== '' && !/^([a-z][\w+.-]*:|\/\/|#|\/pages\/|\/files\/)/i.test(url),
  );
}
