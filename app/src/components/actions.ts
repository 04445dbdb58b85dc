import { button, type Child, h, replaceChildren } from '../dom.ts';
import type { Comment, PageChange, ReviewData } from '../review.ts';

/** An action of a person: a tool of the server, called through the host. */
export interface PersonAction {
  tool: string;
  args: Record<string, unknown>;
  /** Shown to the person, and reported to the model once it is done. */
  done: string;
  /** It merges the change request. */
  merges?: true;
}

/** The outcome; the server may request a confirmation that the host cannot ask for. */
export type ActionOutcome = 'done' | 'refused' | { question: string; confirm: string };

/** Performs it, and reports failures. */
type Act = (deed: PersonAction) => Promise<ActionOutcome>;

/** A panel in which a person writes. */
interface Writing {
  name: string;
  label: string;
  lead?: readonly Child[];
  rest?: readonly Child[];
  /** Name of the button that posts it. */
  post: string;
  deed(body: { markdown: string }): PersonAction;
}

/** Maximum length of the quotation above a reply. */
const MOST_QUOTED = 200;

const NOTHING_TO_MERGE = ['merged', 'archived'];

/** The buttons of a change request, and the panels that they open. */
export class Actions {
  readonly element = h('section', { class: 'actions', 'aria-label': 'Actions' });
  readonly #act: Act;
  readonly #panel = h('div');
  #review: ReviewData | undefined;
  #change: PageChange | undefined;
  #isActing = false;

  constructor(act: Act) {
    this.#act = act;
  }

  /** Shows the actions for this state of the change request. */
  show(review: ReviewData): void {
    this.#review = review;
    // A refresh keeps what a person is about to do; only the end of an action closes its panel.
    if (this.#panel.hasChildNodes() && !this.#isActing) return;
    const { status } = review;
    const isOver = NOTHING_TO_MERGE.includes(status);
    this.#close();
    replaceChildren(
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

  /** The page of a new comment, unless the person chooses another. */
  about(change: PageChange | undefined): void {
    this.#change = change;
  }

  get #place(): Record<string, unknown> {
    const { spaceId, changeRequestId } = this.#review ?? {};
    return {
      ...(spaceId !== undefined && { spaceId }),
      ...(changeRequestId !== undefined && { changeRequestId }),
    };
  }

  /** The answer to one comment. */
  #thread(answer: Record<string, unknown>): Record<string, unknown> {
    const { spaceId, ...changeRequest } = this.#place;
    return { spaceId, threads: [{ ...changeRequest, ...answer }] };
  }

  /** Whether a person can still comment. */
  get isOpen(): boolean {
    return !this.element.hidden && !NOTHING_TO_MERGE.includes(this.#review?.status ?? '');
  }

  /** Opens a panel to answer a comment. */
  openReply({ id, author, text }: Comment): void {
    const quotation = text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text;
    this.#openText({
      name: 'Reply',
      lead: [h('p', {}, `To ${author}: ${quotation}`)],
      label: 'Reply',
      post: 'Post reply',
      deed: (body) => ({
        tool: 'answer_threads',
        args: this.#thread({ commentId: id, reply: body.markdown }),
        done: `The person replied to a comment on ${this.#name}.`,
      }),
    });
  }

  /** Settles a comment, which is then no longer among the open ones. */
  resolve({ id }: Comment): void {
    void this.#do({
      tool: 'answer_threads',
      args: this.#thread({ commentId: id, resolve: true }),
      done: `The person resolved a comment on ${this.#name}.`,
    });
  }

  #openComment(): void {
    const change = this.#change;
    const wholeRequest = h('option', { value: '' }, 'The change request');
    // A deleted page takes no comments; the change request does.
    const page =
      change &&
      change.change !== 'deleted' &&
      h('option', { value: change.page, selected: true }, change.title);
    const about = h('select', { id: 'about' }, page, wholeRequest);
    this.#openText({
      name: 'Comment',
      label: 'Comment',
      rest: [h('label', { for: 'about' }, 'About'), about],
      post: 'Post comment',
      deed: (body) => ({
        tool: 'post_change_request_comment',
        args: { ...this.#place, ...(about.value !== '' && { page: about.value }), body },
        done: `The person commented on ${this.#name}.`,
      }),
    });
  }

  /** Opens a panel in which a person writes; what they wrote stays there until it is posted. */
  #openText({ name, label, lead = [], rest = [], post, deed }: Writing): void {
    const text = h('textarea', { id: 'text', rows: '4' });
    const send = async () => {
      const markdown = text.value.trim();
      if (markdown === '') text.focus();
      else await this.#do(deed({ markdown }));
    };
    // Hosts may block form submission, so this is not a form.
    const panel = h(
      'div',
      { class: 'panel', role: 'group', 'aria-label': name },
      ...lead,
      h('label', { for: 'text' }, label),
      text,
      ...rest,
      h(
        'div',
        { class: 'buttons' },
        button(post, () => void send(), { class: 'primary' }),
        button('Cancel', () => this.#close(name)),
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
          // Merges exactly what the person saw, and nothing that came after it.
          args: { ...this.#place, expectedRevision: revision },
          done: `The person merged ${this.#name}.`,
          merges: true,
        }),
      { class: 'primary' },
    );
    const pages = changes.length === 1 ? 'One page changes' : `${changes.length} pages change`;
    this.#open(
      h(
        'div',
        { class: 'panel', role: 'group', 'aria-label': 'Merge' },
        h('p', {}, `Apply ${this.#name} to the published content? ${pages}.`),
        outdated && h('p', {}, 'It is outdated: the content has changed since it was opened.'),
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

  async #do(deed: PersonAction): Promise<void> {
    const controls = this.element.querySelectorAll<HTMLButtonElement>('button');
    for (const control of controls) control.disabled = true;
    this.#isActing = true;
    const outcome = await this.#act(deed);
    this.#isActing = false;
    if (outcome === 'done') return;
    for (const control of controls) control.disabled = false;
    if (outcome !== 'refused') this.#ask(outcome.question, deed, outcome.confirm);
  }

  /** Asks the server's question; only a yes of the person is sent back. */
  #ask(question: string, deed: PersonAction, confirm: string): void {
    const yes = button('Yes, go on', () => this.#do({ ...deed, args: { ...deed.args, confirm } }), {
      class: 'primary',
    });
    const no = button('Cancel', () => this.#close());
    const label = { class: 'panel', role: 'group', 'aria-label': 'Question from the server' };
    this.#open(h('div', label, h('p', {}, question), h('div', { class: 'buttons' }, yes, no)));
    yes.focus();
  }

  get #name(): string {
    return `change request #${this.#review?.number}`;
  }

  #open(panel: Child): void {
    replaceChildren(this.#panel, panel);
  }

  /** Closes the panel; the focus returns to the button that opened it. */
  #close(opener?: string): void {
    replaceChildren(this.#panel);
    const buttons = [...this.element.querySelectorAll('button')];
    buttons.find(({ textContent }) => textContent === opener)?.focus();
  }
}
