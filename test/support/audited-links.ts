/** A link of a report of audit_links, with its page. */
export interface ReportedLink {
  page: string;
  title: string;
  path?: string;
  target: string;
  status?: string;
  problem?: string;
  line?: number;
  text?: string;
  context?: string;
  leadsTo?: string;
  anchors?: string[];
  perhaps?: string[];
  include?: string;
  new?: true;
}

type PageWithLinks = Pick<ReportedLink, 'page' | 'title' | 'path'> & {
  links: Omit<ReportedLink, 'page' | 'title' | 'path'>[];
};

/** The links of a report of audit_links, each with its page. */
export function linksOf({ items }: Record<string, unknown>): ReportedLink[] {
  return (items as PageWithLinks[]).flatMap(({ links, ...page }) =>
    links.map((link) => ({ ...page, ...link })),
  );
}

/** The visible text of a link, which may be only in the line around it. */
export function textOf({ text, context }: ReportedLink): string | undefined {
  return text ?? /\[([^\]]*)\]\(…/.exec(context ?? '')?.[1];
}
