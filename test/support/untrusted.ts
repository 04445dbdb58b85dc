const FENCES = /<untrusted-(\d{12})[^>\n]*>\n?([\s\S]*?)\n?<\/untrusted-\1>/g;

/** A text without the marks around foreign text. */
export function unfenced(text: string): string {
  return text.replaceAll(FENCES, '$2');
}

/** The facts of a result without the marks around them, if there are any. */
export function unmarked(structured: Record<string, unknown> = {}): Record<string, unknown> {
  const { '!': open, '~': close, ...facts } = structured;
  if (open === undefined && close === undefined) return facts;
  const [, mark] = /^<(untrusted-\d{12})>$/.exec(String(open)) ?? [];
  if (mark === undefined || close !== `</${mark}>`) {
    throw new Error(`no marks that belong together: ${open} ${close}`);
  }
  return facts;
}
