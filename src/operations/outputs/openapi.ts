import { z } from 'zod';
import { listOf, numeric, object, texts } from './common.ts';

export const OpenApiSpec = z.looseObject({
  ...texts('id', 'slug', 'sourceURL', 'processingState', 'lastVersion', 'lastProcessedAt'),
  ...texts('lastProcessErrorCode', 'createdAt', 'updatedAt'),
});
export const OpenApiSpecs = listOf(OpenApiSpec);

export const OpenApiVersion = z.looseObject(texts('id', 'createdAt', 'url'));
export const OpenApiVersions = listOf(OpenApiVersion);

export const OpenApiContent = z.looseObject({ filesystem: object, ...texts('url') });

export const OpenAPISpec = z.looseObject({
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
});

export const OpenAPISpecRawContent = z.looseObject(texts('text', 'format'));
