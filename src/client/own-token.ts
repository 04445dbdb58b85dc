import { SecretParts } from './secret-parts.ts';

/** A shorter value is not a secret, and replacing it would garble ordinary words. */
const MIN_SECRET = 6;

/** A longer text, such as the content of a file, is searched only for the whole token. */
const MAX_EXAMINED = 20_000;

/** The text with a mark in place of the token, plain or escaped. */
export function removeToken(token: string, text: string): string {
  if (token.length < MIN_SECRET) return text;
  const forms = [token, JSON.stringify(token).slice(1, -1), encodeURIComponent(token)];
  return forms.reduce((rest, form) => rest.replaceAll(form, '[token]'), text);
}

/** Removes the token of a call from texts, also parts and encodings of it. */
export function tokenRemover(token: string): (text: string) => string {
  const parts = new SecretParts(token);
  return (text) => {
    const rest = removeToken(token, text);
    return rest.length > MAX_EXAMINED ? rest : parts.removedFrom(rest);
  };
}
