import { z } from 'zod';
import { always, listOf, numeric, object, texts } from './common.ts';

export const OpenApiSpec = always(
  z.looseObject({
    ...texts('id', 'slug', 'sourceURL', 'processingState', 'lastVersion', 'lastProcessedAt'),
    ...texts('lastProcessErrorCode', 'createdAt', 'updatedAt'),
  }),
  'id',
  'slug',
  'createdAt',
  'updatedAt',
  'processingState',
);
export const OpenApiSpecs = listOf(OpenApiSpec);

export const OpenApiVersion = always(
  z.looseObject(texts('id', 'createdAt', 'url', 'version')),
  'id',
  'url',
);
export const OpenApiVersions = listOf(OpenApiVersion);

export const OpenApiContent = always(
  z.looseObject({ filesystem: object, ...texts('url') }),
  'filesystem',
);

export const OpenAPISpec = always(
  z.looseObject({
    ...texts(
      'id',
      'createdAt',
      'updatedAt',
      'visibility',
      'slug',
      'sourceURL',
      'processingState',
      'lastVersion',
      'lastProcessedAt',
      'lastProcessErrorCode',
    ),
    lastProcessedErrors: z.array(z.looseObject({})).optional(),
    lastProcessedErrorCount: numeric,
  }),
  'id',
  'slug',
  'createdAt',
  'updatedAt',
  'processingState',
);

export const OpenAPISpecRawContent = z.looseObject(texts('text', 'format'));
