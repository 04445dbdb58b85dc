import { z } from 'zod';
import type { Operation, Shape } from '../../operations/index.ts';

/** The end of the path of an operation that describes one file. */
export const FILE_PATH = '/files/{fileId}';

/** The pictures that a tool can show: the file that it describes, or those of a page. */
export type PictureSource = 'file' | 'page';

export function pictureSourceOf({
  method,
  pathTemplate,
  view,
}: Operation): PictureSource | undefined {
  if (method === 'GET' && pathTemplate.endsWith(FILE_PATH)) return 'file';
  return view === 'page' ? 'page' : undefined;
}

/** The argument that requests pictures. */
export const pictureArguments: Readonly<Record<PictureSource, Shape>> = {
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

/** How each picture is described. */
export const pictureOutput: Readonly<Record<PictureSource, Shape>> = {
  file: { text: z.string().optional(), image: z.string().optional() },
  page: { images: z.array(z.looseObject({})).optional() },
};
