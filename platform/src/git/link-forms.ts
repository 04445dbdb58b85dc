import {
  addressFrom,
  type ImportTargets,
  keptUrl,
  type RepositoryPaths,
} from '@docs-platform-mcp/markdown/repository';
import { referencesIn, replaceReferences } from '../markdown/references.ts';
import type { TextReference } from '../markdown/text-facts.ts';

/** How the links of one file are written. */
export class LinkForms {
  readonly #path: string;
  readonly #paths: RepositoryPaths;
  readonly #targets: ImportTargets;

  constructor(path: string, paths: RepositoryPaths, targets: ImportTargets) {
    this.#path = path;
    this.#paths = paths;
    this.#targets = targets;
  }

  /** A stored text with links in the form of files: as in the former text if they occur there, else relative. */
  written(text: string, former = ''): string {
    const forms = new Map<string, string>();
    for (const reference of referencesIn(former)) {
      const kept = keptUrl(this.#targets, this.#path, reference.url);
      const form = former.slice(reference.start, reference.end);
      if (!forms.has(nameOf(reference, kept))) forms.set(nameOf(reference, kept), form);
    }
    return replaceReferences(text, (reference) => {
      const form = forms.get(nameOf(reference, reference.url));
      const mayHaveSpaces = reference.tag || text[reference.start - 1] === '<';
      const fits = mayHaveSpaces || !/[\s()<>]/.test(form ?? '');
      const address = () => this.address(reference.url);
      // The service writes spaces as they are where it can.
      return (
        (fits ? form : undefined) ?? (mayHaveSpaces ? address()?.replaceAll('%20', ' ') : address())
      );
    });
  }

  /** How a stored address is written in a repository; undefined if it is written as stored. */
  address(url: string): string | undefined {
    return addressFrom(this.#path, this.#paths, url);
  }
}

/** Markdown links and tags are written differently. */
function nameOf({ tag }: TextReference, kept: string): string {
  return `${tag ? 'tag ' : ''}${kept}`;
}
