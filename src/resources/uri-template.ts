/** Values of a template's variables, decoded. */
export type Variables = Record<string, string>;

/** A URI template of RFC 6570 level 1, whose variables each fill exactly one segment. */
export interface UriTemplate {
  readonly text: string;
  /** The URI for these values, each percent-encoded as one segment. */
  expand(variables: Variables): string;
  /** The values in a URI of this template, or undefined when it is not one. */
  match(uri: string): Variables | undefined;
}

const VARIABLE = /\{(\w+)\}/g;

export function uriTemplate(text: string): UriTemplate {
  const names = [...text.matchAll(VARIABLE)].map(([, name]) => name as string);
  const pattern = new RegExp(`^${text.replaceAll('.', '\\.').replaceAll(VARIABLE, '([^/?#]+)')}$`);
  return {
    text,
    expand: (variables) =>
      text.replaceAll(VARIABLE, (_, name: string) => encodeURIComponent(variables[name] ?? '')),
    match: (uri) => {
      const values = pattern.exec(uri)?.slice(1).map(decode);
      if (!values || values.includes(undefined)) return undefined;
      return Object.fromEntries(names.map((name, index) => [name, values[index] as string]));
    },
  };
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
