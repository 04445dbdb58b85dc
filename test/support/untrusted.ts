const FENCES = /<untrusted-([0-9a-f]{16})[^>\n]*>\n([\s\S]*?)\n<\/untrusted-\1>/g;

/** A text without the marks around what people wrote. */
export function unfenced(text: string): string {
  return text.replaceAll(FENCES, '$2');
}
