import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ROLES } from '../auth/roles.ts';

/** The location of the demonstration content: beside this file, or beside the bundle. */
const CONTENT = new URL('./content/', import.meta.url);

const role = z.enum(ROLES).nullable();

const SeedChange = z.looseObject({ operation: z.string() });

const DemoData = z.object({
  organization: z.object({ id: z.string(), title: z.string() }),
  users: z.array(
    z.object({
      id: z.string(),
      handle: z.string(),
      displayName: z.string(),
      email: z.string(),
      token: z.string(),
      role,
    }),
  ),
  collections: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      description: z.string().optional(),
      parent: z.string().optional(),
    }),
  ),
  spaces: z.array(
    z.object({
      id: z.string(),
      slug: z.string(),
      title: z.string(),
      emoji: z.string(),
      collection: z.string(),
      visibility: z.string(),
      roles: z.record(z.string(), role).default({}),
    }),
  ),
  changeRequests: z.array(
    z.object({
      space: z.string(),
      subject: z.string(),
      status: z.enum(['open', 'draft']),
      createdBy: z.string(),
      changes: z.array(SeedChange),
    }),
  ),
  comments: z.array(
    z.object({
      space: z.string(),
      changeRequest: z.number().optional(),
      page: z.string().optional(),
      postedBy: z.string(),
      markdown: z.string(),
      resolvedBy: z.string().optional(),
      replies: z.array(z.object({ postedBy: z.string(), markdown: z.string() })).default([]),
      reactions: z.array(z.object({ emoji: z.string(), users: z.array(z.string()) })).default([]),
    }),
  ),
  files: z.array(
    z.object({ space: z.string(), name: z.string(), path: z.string(), contentType: z.string() }),
  ),
  openapi: z.array(z.object({ slug: z.string(), versions: z.array(z.string()) })),
});

/** The demonstration organization as it is described in its folder. */
export type Demo = z.output<typeof DemoData>;

/** A page of the demonstration content: its file, title and position. */
export interface DemoPage {
  /** Path of its file in the space's folder. */
  path: string;
  title: string;
  /** Path of the file of its parent page. */
  parent: string | null;
}

export function readDemo(): Demo {
  return DemoData.parse(JSON.parse(readDemoText('seed.json')));
}

export function readDemoText(path: string): string {
  return readFileSync(new URL(path, CONTENT), 'utf8');
}

export function readDemoBytes(path: string): Buffer {
  return readFileSync(new URL(path, CONTENT));
}

/** The pages of a space in reading order, parents first. */
export function readDemoPages(space: string): DemoPage[] {
  const above: string[] = [];
  const lines = readDemoText(`${space}/SUMMARY.md`).matchAll(/^( *)\* \[(.+)\]\((.+)\)$/gm);
  return [...lines].map(([, indent = '', title = '', path = '']) => {
    const depth = indent.length / 2;
    above.length = depth;
    above.push(path);
    return { path, title, parent: above[depth - 1] ?? null };
  });
}
