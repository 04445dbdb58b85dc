import { z } from 'zod';
import { always, listOf, numeric, object, objects, texts } from './common.ts';

const spec = z.looseObject({
  ...texts('id', 'slug', 'sourceURL', 'processingState', 'lastVersion', 'lastProcessedAt'),
  ...texts('lastProcessErrorCode', 'createdAt', 'updatedAt', 'visibility'),
});

const ALWAYS = ['id', 'slug', 'createdAt', 'updatedAt', 'processingState'] as const;

export const OpenApiSpec = always(spec, ...ALWAYS);
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

/** What the current service returns in addition. */
export const CurrentOpenApiSpec = always(
  spec.extend({
    lastProcessedErrors: objects,
    lastProcessedErrorCount: numeric,
  }),
  ...ALWAYS,
);

export const OpenApiSource = z.looseObject(texts('text', 'format'));
