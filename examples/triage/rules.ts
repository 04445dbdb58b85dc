/** A label is a reaction: it appears on the thread once, and notifies nobody. */
export interface Label {
  name: string;
  /** Code point in hexadecimal, as the API writes emojis. */
  emoji: string;
  fits: RegExp;
}

const QUESTION = /[^.!?\n]*\?/;

/** A polite request is not a question. */
const REQUEST = /^\W*(?:could|can|should|would|shall|will|please)\b/i;

/** The first matching label is used; the last one matches anything. */
export const LABELS: readonly Label[] = [
  {
    name: 'broken link',
    emoji: '1f517',
    fits: /\b(?:broken|dead) links?\b|\blinks? to\b|\b404\b/i,
  },
  { name: 'error', emoji: '1f41e', fits: /\b(?:wrong|incorrect|mistake|typo|please correct)\b/i },
  { name: 'question', emoji: '2753', fits: QUESTION },
  { name: 'request', emoji: '1f4a1', fits: /(?:)/ },
];

/** The label of a thread, determined by its first comment. A polite request in the form of a question is a request. */
export function labelOf(text: string): Label {
  const name = LABELS.find(({ fits }) => fits.test(text))?.name;
  const labelName = name === 'question' && questionIn(text) === undefined ? 'request' : name;
  return LABELS.find((label) => label.name === labelName) as Label;
}

/** The first question in a text that the documentation might answer. */
export function questionIn(text: string): string | undefined {
  const question = QUESTION.exec(text)?.[0].trim();
  return question === undefined || REQUEST.test(question) ? undefined : question;
}

const SETTLED =
  /\b(?:fixed|corrected|resolved|settled|addressed|done)\b(?:[^.\n]|\.(?=\S))*?(?:#|change request |\/changes\/|\/change-requests\/)(\d+)\b/gi;

/**
 * The numbers of the change requests that settle a thread according to a text: "Fixed in #12", or with their address.
 */
export function settledIn(text: string): number[] {
  return [...text.matchAll(SETTLED)].map(([, number]) => Number(number));
}

/** Whether the subject of a change request says that it settles the thread. */
export function settles(subject: string, thread: string): boolean {
  return new RegExp(`\\b(?:fixes|resolves|closes) ${thread}\\b`, 'i').test(subject);
}
