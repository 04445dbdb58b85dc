import { button, type Child, fill, h } from '../dom.ts';
import type { Change, Review } from '../review.ts';

/** What a person has done: a tool of the server, called through the host. */
export interface Deed {
  tool: string;
  args: Record<string, unknown>;
  /** Told once it is done, to the person and to the model. */
  done: string;
}

/** What came of it; the server may want the word of a person that the host cannot ask. */
export type Outcome = 'done' | 'refused' | { question: string; confirm: string };

/** Does it, and tells what went wrong. */
type Act = (deed: Deed) => Promise<Outcome>;

const NOTHING_TO_MERGE = ['merged', 'archived'];

/** The buttons for what a person can do with a change request, and what they open. */
export class Actions {
  readonly element = h('section', { class: 'actions', 'aria-label': 'Actions' });
  readonly #act: Act;
  readonly #panel = h('div');
  #review: Review | undefined;
  #change: Change | undefined;

  constructor(act: Act) {
    this.#act = act;
  }

  /** Shows what can be done with this state of the change request. */
  show(review: Review): void {
    this.#review = review;
    const { status } = review;
    const isOver = NOTHING_TO_MERGE.includes(status);
    this.#close();
    fill(
      this.element,
      h(
        'div',
        { class: 'buttons' },
        button('Comment', () => this.#openComment()),
        status === 'draft' && button('Ask for review', () => this.#askForReview()),
        !isOver && button('Merge', () => this.#openMerge(), { class: 'primary' }),
      ),
      this.#panel,
    );
  }

  /** The page that a comment is about unless the person says otherwise. */
  about(change: Change | undefined): void {
    this.#change = change;
  }

  get #place(): Record<string, unknown> {
    const { spaceId, changeRequestId } = this.#review ?? {};
    return {
      ...(spaceId !== undefined && { spaceId }),
      ...(changeRequestId !== undefined && { changeRequestId }),
    };
  }

  #openComment(): void {
    const change = this.#change;
    const text = h('textarea', { id: 'comment', rows: '4' });
    const whole = h('option', { value: '' }, 'The change request');
    const page = change && h('option', { value: change.page, selected: true }, change.title);
    const about = h('select', { id: 'about' }, page, whole);
    const post = async () => {
      const markdown = text.value.trim();
      if (markdown === '') return text.focus();
      await this.#do({
        tool: 'post_change_request_comment',
        args: {
          ...this.#place,
          ...(about.value !== '' && { page: about.value }),
          body: { markdown },
        },
        done: `The person commented on ${this.#name}.`,
      });
    };
    // Hosts need not let a form be submitted, so it is none.
    const panel = h(
      'div',
      { class: 'panel', role: 'group', 'aria-label': 'Comment' },
      h('label', { for: 'comment' }, 'Comment'),
      text,
      h('label', { for: 'about' }, 'About'),
      about,
      h(
        'div',
        { class: 'buttons' },
        button('Post comment', () => void post(), { class: 'primary' }),
        button('Cancel', () => this.#close('Comment')),
      ),
    );
    this.#open(panel);
    text.focus();
  }

  async #askForReview(): Promise<void> {
    await this.#do({
      tool: 'update_change_request',
      args: { ...this.#place, status: 'open' },
      done: `The person asked for a review of ${this.#name}.`,
    });
  }

  #openMerge(): void {
    const { changes = [], outdated, revision = '' } = this.#review ?? {};
    const merge = button(
      'Merge now',
      () =>
        this.#do({
          tool: 'merge_change_request',
          // What the person saw is what is merged, and nothing that came after it.
          args: { ...this.#place, expectedRevision: revision },
          done: `The person merged ${this.#name}.`,
        }),
      { class: 'primary' },
    );
    const pages = changes.length === 1 ? 'One page changes' : `${changes.length} pages change`;
    this.#open(
      h(
        'div',
        { class: 'panel', role: 'group', 'aria-label': 'Merge' },
        h('p', {}, `Apply ${this.#name} to the published content? ${pages}.`),
        outdated && h('p', {}, 'It is outdated: the content moved on since it was begun.'),
        h(
          'div',
          { class: 'buttons' },
          merge,
          button('Cancel', () => this.#close('Merge')),
        ),
      ),
    );
    merge.focus();
  }

  async #do(deed: Deed): Promise<void> {
    const controls = this.element.querySelectorAll<HTMLButtonElement>('button');
    for (const control of controls) control.disabled = true;
    const outcome = await this.#act(deed);
    if (outcome === 'done') return;
    for (const control of controls) control.disabled = false;
    if (outcome !== 'refused') this.#ask(outcome.question, deed, outcome.confirm);
  }

  /** Hands the server's question on; only a person's yes goes back. */
  #ask(question: string, deed: Deed, confirm: string): void {
    const yes = button('Yes, go on', () => this.#do({ ...deed, args: { ...deed.args, confirm } }), {
      class: 'primary',
    });
    const no = button('Cancel', () => this.#close());
    const label = { class: 'panel', role: 'group', 'aria-label': 'Question of the server' };
    this.#open(h('div', label, h('p', {}, question), h('div', { class: 'buttons' }, yes, no)));
    yes.focus();
  }

  get #name(): string {
    return `change request #${this.#review?.number}`;
  }

  #open(panel: Child): void {
    fill(this.#panel, panel);
  }

  /** Takes the panel away; the focus goes back to the button that opened it. */
  #close(opener?: string): void {
    fill(this.#panel);
    const buttons = [...this.element.querySelectorAll('button')];
    buttons.find(({ textContent }) => textContent === opener)?.focus();
  }
}
