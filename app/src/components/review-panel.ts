import { button, h, replaceChildren } from '../dom.ts';
import type { MakeLink } from '../markdown/html.ts';
import { commentsOn, type PageChange, type ReviewData } from '../review.ts';
import type { Actions } from './actions.ts';
import { commentElement, type NoteActions } from './notes.ts';
import { badge, kindsOf, type Mode, type PageTexts, showPage } from './page.ts';

interface ViewContext {
  link: MakeLink;
  /** Reads the texts of a page, as far as the host allows. */
  textsOf(change: PageChange): Promise<PageTexts>;
  /** Asks the host to switch between full screen and the chat. */
  changeMode(): void;
}

/** A complete change request: its header, its pages, the open page, and the remarks. */
export class ReviewPanel {
  readonly #around: ViewContext;
  readonly #actions: Actions;
  readonly #talk: NoteActions;
  readonly #status = h('p', { class: 'status', role: 'status' });
  readonly #head = h('header');
  readonly #list = h('ul', { class: 'pages' });
  readonly #pane = h('section', { class: 'page', 'aria-label': 'Page' });
  readonly #larger = button('Full screen', () => this.#around.changeMode(), {
    class: 'larger',
    hidden: true,
  });
  readonly #place = h('span', { class: 'place' });
  readonly #previous = button('Previous page', () => this.#step(-1));
  readonly #next = button('Next page', () => this.#step(1));
  readonly #discussion = h('section', { class: 'discussion', 'aria-label': 'Discussion' });
  #review: ReviewData | undefined;
  #index = 0;
  #mode: Mode = 'rendered';

  constructor(actions: Actions, around: ViewContext) {
    this.#actions = actions;
    this.#around = around;
    this.#talk = {
      canTalk: () => actions.isOpen,
      reply: (comment) => actions.openReply(comment),
      resolve: (comment) => actions.resolve(comment),
    };
  }

  /** The displayed change request; undefined before the first one. */
  get review(): ReviewData | undefined {
    return this.#review;
  }

  /** Inserts the panel into the document. */
  mount(root: HTMLElement): void {
    replaceChildren(
      root,
      this.#larger,
      this.#head,
      this.#actions.element,
      this.#status,
      h(
        'div',
        { class: 'columns' },
        h('nav', { 'aria-label': 'Changed pages' }, this.#list),
        h(
          'div',
          { class: 'content' },
          h('div', { class: 'bar' }, this.#modes(), this.#steps()),
          this.#pane,
        ),
      ),
      this.#discussion,
    );
  }

  /** Shows the button that switches the display mode, if the host has another. */
  offerMode(next: 'fullscreen' | 'inline' | undefined): void {
    this.#larger.hidden = next === undefined;
    replaceChildren(this.#larger, next === 'inline' ? 'Back to the chat' : 'Full screen');
  }

  /** Shows the progress or a failure in one line. */
  say(text: string, isProblem = false): void {
    this.#status.className = isProblem ? 'status problem' : 'status';
    replaceChildren(this.#status, text);
  }

  /** Shows a state of the change request, and keeps the open page. */
  show(review: ReviewData): void {
    const open = this.#review?.changes[this.#index]?.page;
    const again = review.changes.findIndex(({ page }) => page === open);
    this.#review = review;
    this.#index = Math.max(0, again);
    this.#actions.show(review);
    this.#showHead(review);
    this.#showDiscussion(review);
    this.#showPage();
  }

  #showHead(review: ReviewData): void {
    const { number, subject, status, outdated, changes, badLinks, comments, note } = review;
    const counts = [
      count(changes.length, 'page'),
      count(comments.length, 'open comment'),
      count(badLinks.length, 'broken link'),
    ];
    replaceChildren(
      this.#head,
      h(
        'h1',
        {},
        h('span', { class: 'number' }, `#${number}`),
        ` ${subject === '' ? 'Change request' : subject}`,
      ),
      h('p', {}, badge(statusName(status)), ' ', counts.join(', ')),
      ...reviewersOf(review).map((line) => h('p', {}, line)),
      note !== undefined && h('p', { class: 'note' }, note),
      outdated &&
        h(
          'p',
          { class: 'note' },
          'Outdated: the content has changed since, and the differences below include that. Update it before you merge it.',
        ),
    );
  }

  #showDiscussion(review: ReviewData): void {
    const comments = commentsOn(review, undefined);
    replaceChildren(
      this.#discussion,
      ...(comments.length > 0
        ? [
            h('h2', {}, 'Comments'),
            ...comments.map((comment) => commentElement(comment, this.#talk)),
          ]
        : []),
    );
  }

  async #showPage(): Promise<void> {
    const { changes = [] } = this.#review ?? {};
    const change = changes[this.#index];
    this.#actions.about(change);
    this.#previous.disabled = this.#index === 0;
    this.#next.disabled = this.#index >= changes.length - 1;
    replaceChildren(
      this.#place,
      changes.length > 0 ? `${this.#index + 1} of ${changes.length}` : '',
    );
    replaceChildren(this.#list, ...changes.map((each, index) => this.#item(each, index)));
    if (!change) {
      const isTold = this.#review?.note !== undefined;
      replaceChildren(this.#pane, !isTold && h('p', { class: 'quiet' }, 'Nothing is changed.'));
      return;
    }
    this.#showTexts(change, {});
    const texts = await this.#around.textsOf(change);
    const isStillOpen = this.#review?.changes[this.#index] === change;
    if (isStillOpen && Object.keys(texts).length > 0) this.#showTexts(change, texts);
  }

  #showTexts(change: PageChange, texts: PageTexts): void {
    const review = this.#review as ReviewData;
    const hadFocus = this.#pane.contains(document.activeElement);
    showPage(
      this.#pane,
      { review, change, texts, mode: this.#mode },
      { link: this.#around.link, talk: this.#talk },
    );
    if (hadFocus) this.#pane.querySelector('h2')?.focus();
  }

  #item(change: PageChange, index: number): HTMLElement {
    const isOpen = index === this.#index;
    return h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          click: () => this.#open(index),
          ...(isOpen && { 'aria-current': 'page' }),
        },
        h('span', { class: 'title' }, change.title),
        ...kindsOf(change).map((kind) => badge(kind)),
      ),
    );
  }

  #open(index: number): void {
    this.#index = index;
    void this.#showPage();
    const button = this.#list.querySelectorAll('button')[index];
    button?.focus();
  }

  #step(by: number): void {
    const { changes = [] } = this.#review ?? {};
    this.#index = Math.min(Math.max(0, this.#index + by), changes.length - 1);
    void this.#showPage();
    // A focused button that becomes disabled would lose the focus.
    if (this.#next.disabled && by > 0) this.#previous.focus();
    if (this.#previous.disabled && by < 0) this.#next.focus();
  }

  #steps(): HTMLElement {
    return h('div', { class: 'steps' }, this.#previous, this.#place, this.#next);
  }

  #modes(): HTMLElement {
    const option = (mode: Mode, label: string) => {
      const id = `mode-${mode}`;
      const input = h('input', { type: 'radio', name: 'mode', id });
      input.checked = mode === this.#mode;
      input.addEventListener('change', () => {
        this.#mode = mode;
        void this.#showPage();
      });
      return h('label', { for: id }, input, label);
    };
    return h(
      'fieldset',
      { class: 'modes' },
      h('legend', { class: 'unseen' }, 'Show the page'),
      option('rendered', 'Rendered'),
      option('text', 'Text'),
    );
  }
}

function count(number: number, name: string): string {
  return number === 1 ? `1 ${name}` : `${number} ${name}s`;
}

/** The requested reviewers and the reviews, a line each. */
function reviewersOf({ asked, verdicts }: ReviewData): string[] {
  const verdictItems = verdicts.map(({ reviewer, status, outdated }) => {
    const verdict = VERDICTS[status] ?? status;
    return `${verdict} by ${reviewer}${outdated ? ' before the last changes' : ''}`;
  });
  const waiting = asked.length > 0 ? [`Review requested from ${asked.join(', ')}`] : [];
  return [...waiting, ...verdictItems].map((line) => `${line}.`);
}

const VERDICTS: Readonly<Record<string, string>> = {
  approved: 'Approved',
  'changes-requested': 'Changes requested',
};

function statusName(status: string): string {
  const names: Record<string, string> = { draft: 'Draft', open: 'In review', merged: 'Merged' };
  return names[status] ?? status;
}
