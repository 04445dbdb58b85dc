import { z } from 'zod';
import type { Operation, Shape } from '../operations/index.ts';

/** The end of the path of an operation that tells of one file. */
export const FILE = '/files/{fileId}';

/** What a tool has to look at: the file that it tells of, or those that a page shows. */
export type Pictured = 'file' | 'page';

export function picturedBy({ method, pathTemplate, view }: Operation): Pictured | undefined {
  if (method === 'GET' && pathTemplate.endsWith(FILE)) return 'file';
  return view === 'page' ? 'page' : undefined;
}

/** How a caller says whether to look. */
export const pictureArguments: Readonly<Record<Pictured, Shape>> = {
  file: {
    images: z.boolean().optional().meta({
      description: 'false: only name, type and size, not the image or text itself',
      onDemand: true,
    }),
  },
  page: {
    images: z.boolean().optional().meta({ description: 'show its images, too', onDemand: true }),
  },
};

/** What is told of what there is to look at. */
export const pictureOutput: Readonly<Record<Pictured, Shape>> = {
  file: { text: z.string().optional(), image: z.string().optional() },
  page: { images: z.array(z.looseObject({})).optional() },
};
