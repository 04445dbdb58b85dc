import { type AnswerFields, ORGANIZATION, type Send } from '../support.ts';

export const SITES = `/orgs/${ORGANIZATION}/sites`;

/** The fields that tests read from parts of sites. */
export interface SiteFields extends Omit<AnswerFields, 'items' | 'sections'> {
  default: boolean;
  section?: string;
  space: AnswerFields;
  siteSpaces: SiteFields[];
  sections: SiteFields[];
  items: SiteFields[];
  urls: { location: string; published?: string };
}

export async function read(send: Send, path: string): Promise<SiteFields> {
  const { text } = await send('GET', path);
  return JSON.parse(text) as SiteFields;
}

/** Creates a site; returns its path. */
export async function newSite(send: Send, body: object = {}): Promise<string> {
  return `${SITES}/${(await send('POST', SITES, body)).json.id}`;
}

/** Creates a space through its own site, and returns its id. */
export async function newSpace(send: Send, title: string): Promise<string> {
  const site = await newSite(send, { title, spaces: 'empty' });
  return (await read(send, `${site}/site-spaces`)).items[0]?.space.id ?? '';
}

/** Titles in the list at a path, in order. */
export async function titles(send: Send, path: string): Promise<string[]> {
  return (await read(send, path)).items.map(({ title }) => title);
}

/** The id of the item with this title in the list at a path. */
export async function idOf(send: Send, path: string, title: string): Promise<string> {
  const found = (await read(send, path)).items.find((item) => item.title === title);
  if (!found) throw new Error(`Nothing at ${path} has the title ${title}`);
  return found.id;
}

/** The path of the demonstration site. */
export async function demoSite(send: Send): Promise<string> {
  return `${SITES}/${await idOf(send, SITES, 'Northwind Docs')}`;
}
