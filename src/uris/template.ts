import { UriTemplateExpander, UriTemplateMatcher } from 'uri-template-matcher';
import { isName, nameFormOf, nameProblem } from '../text/name.ts';

/** Decoded values of a template's variables. */
export type TemplateValues = Readonly<Record<string, string>>;

/** The variable names in a template. */
export type VariableNames<Text extends string> =
  Text extends `${string}{${infer Name}}${infer Rest}` ? Name | VariableNames<Rest> : never;

/** Whether a value is allowed for this variable; without a variable: as an id. */
export function fitsUri(value: unknown, variable = ''): value is string {
  return isName(value, nameFormOf(variable));
}

/** The first variable with a value that is not allowed in a URI. */
export function unfitVariable(variables: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys(variables).find((name) => !fitsUri(variables[name], name));
}

/** URI templates of RFC 6570 level 1, by name. Each variable fills exactly one segment, whatever its value. */
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
   * @throws {TypeError} naming a value that cannot be part of a URI.
   */
  expand(name: Name, variables: TemplateValues): string {
    const bad = unfitVariable(variables);
    if (bad !== undefined) {
      throw new TypeError(`${bad} ${nameProblem(String(variables[bad]), nameFormOf(bad))}`);
    }
    return (this.#expanders.get(name) as UriTemplateExpander).expand(variables);
  }

  /** Finds the template of a URI and the values in it; undefined if none matches. */
  match(uri: string): { name: Name; variables: TemplateValues } | undefined {
    if (/[?#]/.test(uri)) return undefined;
    const found = this.#find(uri);
    const name = found && this.#names.get(found.template);
    if (!name || unfitVariable(found.params) !== undefined) return undefined;
    return { name, variables: found.params as TemplateValues };
  }

  #find(uri: string) {
    try {
      return this.#matcher.match(uri);
    } catch (error) {
      // Invalid percent-encoding matches nothing.
      if (error instanceof URIError) return null;
      throw error;
    }
  }
}
