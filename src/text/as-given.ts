/** Maximum characters of a value in a message. */
const MAX_SHOWN = 100;

/** A value as the caller gave it, in quotation marks; only its beginning if it is long. */
export function asGiven(text: string, most = MAX_SHOWN): string {
  return JSON.stringify(text.length > most ? `${text.slice(0, most)}…` : text);
}
