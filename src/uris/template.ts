import { UriTemplateExpander, UriTemplateMatcher } from 'uri-template-matcher';
import { formOf, isName } from '../text/name.ts';

/** Values of a template's variables, decoded. */
export type Variables = Readonly<Record<string, string>>;

/** Names of the variables in the text of a template. */
export type VariableNames<Text extends string> =
  Text extends `${string}{${infer Name}}${infer Rest}` ? Name | VariableNames<Rest> : never;

/** Whether a value can stand in a URI for this variable; without a variable: as an id. */
export function fitsUri(value: unknown, variable = ''): value is string {
  return isName(value, formOf(variable));
}

/** The first variable whose value cannot stand in a URI. */
export function unfitVariable(variables: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys(variables).find((name) => !fitsUri(variables[name], name));
}

/** URI templates of RFC 6570 level 1, by a name: each variable fills exactly one segment, whatever is in its value. */
export class UriTemplates<Name extends string> {
  readonly #expanders: ReadonlyMap<Name, UriTemplateExpander>;
  readonly #names: ReadonlyMap<string, Name>;
  readonly #matcher = new UriTemplateMatcher();

  constructor(texts: Readonly<Record<Name, string>>) {
    const entries = Object.entries<string>(texts) as [Name, string][];
    this.#expanders = new Map(
      entries.map(([name, text]) => [name, new UriTemplateExpander(text)] as const),
    );
    this.#names = new Map(entries.map(([name, text]) => [text, name] as const));
    for (const [, text] of entries) this.#matcher.add(text);
  }

  /**
   * The URI for these values, each percent-encoded as one segment.
   * @throws {TypeError} naming a value that cannot stand in a URI.
   */
  expand(name: Name, variables: Variables): string {
    const bad = unfitVariable(variables);
    if (bad !== undefined) throw new TypeError(`${bad} cannot stand in a URI`);
    return (this.#expanders.get(name) as UriTemplateExpander).expand(variables);
  }

  /** Which template a URI is of, and the values in it; undefined when it is of none. */
  match(uri: string): { name: Name; variables: Variables } | undefined {
    if (/[?#]/.test(uri)) return undefined;
    const found = this.#find(uri);
    const name = found && this.#names.get(found.template);
    if (!name || unfitVariable(found.params) !== undefined) return undefined;
    return { name, variables: found.params as Variables };
  }

  #find(uri: string) {
    try {
      return this.#matcher.match(uri);
    } catch (error) {
      // What is percent-encoded wrongly stands for nothing.
      if (error instanceof URIError) return null;
      throw error;
    }
  }
}
