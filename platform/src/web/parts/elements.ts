import type { Element } from 'hast';
import { type Child, h } from 'hastscript';

type Tone = 'good' | 'bad' | 'warn' | 'plain';

const STATUS_TONES: Readonly<Record<string, Tone>> = {
  open: 'good',
  merged: 'good',
  resolved: 'plain',
  draft: 'warn',
  archived: 'bad',
};

/** A time in readable form, in UTC. */
export function time(at: string): Element {
  return h('time', { dateTime: at }, `${at.slice(0, 16).replace('T', ' ')} UTC`);
}

export function badge(text: string, tone: Tone = 'plain'): Element {
  return h('span.badge', { className: tone === 'plain' ? [] : [tone] }, text);
}

export function statusBadge(status: string): Element {
  return badge(status, STATUS_TONES[status]);
}

export function link(href: string, content: Child): Element {
  return h('a', { href }, content);
}

/** A list without bullets, or the given text if it is empty. */
export function listing(items: readonly Child[], empty: string): Element {
  if (items.length === 0) return h('p.meta', empty);
  return h(
    'ul.plain',
    items.map((item) => h('li', item)),
  );
}

/** A list of names and values. */
export function facts(entries: readonly (readonly [string, Child])[]): Element {
  const lines = entries.flatMap(([name, value]): Element[] => [h('dt', name), h('dd', {}, value)]);
  return h('dl.facts', lines);
}

/** A part of a page under a second-level heading, to which links can refer by its id. */
export function sectionElement(title: string, content: Child, id?: string): Element {
  return h('section', { id }, h('h2', title), content);
}

/** A form that searches the object of the page at `action`. */
export function searchForm(action: string, query: string, what: string): Element {
  return h('form.inline', { method: 'get', action, role: 'search' }, [
    h('label.visually-hidden', { htmlFor: 'q' }, what),
    h('input', { type: 'search', id: 'q', name: 'q', value: query, placeholder: what }),
    h('button', { type: 'submit' }, 'Search'),
  ]);
}

/** `1 page`, `2 pages`. */
export function count(total: number, one: string, many = `${one}s`): string {
  return `${total} ${total === 1 ? one : many}`;
}
