import type { ValidateFunction } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allOperations,
  type Operation,
  type OperationRequest,
  toRequest,
} from '../../src/operations/index.ts';
import { runs } from '../support/long-run.ts';
import { type PublishedOperation, publishedOperations } from '../support/published.ts';
import { UNPUBLISHED } from '../support/unpublished.ts';
import { argumentsOf } from './arbitrary.ts';

const published = allOperations.map(
  (operation) =>
    [
      operation,
      publishedOperations(operation.method, operation.pathTemplate.replace('/v1', '')),
    ] as const,
);

/** Operations beyond the contract exist only on the current service. */
const NEWEST = '0.202.0';

const comparisons = published.flatMap(([operation, versions]) =>
  versions
    .filter(({ version }) => operation.service === undefined || version === NEWEST)
    .map(
      (description) =>
        [`${operation.tool} ${description.version}`, operation, description] as const,
    ),
);

interface Difference {
  reason: string;
  refused: string[];
}

const MOVE_TO_THE_END: Difference = {
  reason: 'the contract moves to the end when neither parent nor position is given',
  refused: ['body: must NOT have fewer than 1 properties'],
};

const NO_NEW_SPACE: Difference = {
  reason: 'the forms that make a new space ended with 0.137.0',
  refused: ['body/spaces: must be array'],
};

const TRANSLATION_OF_A_SPACE: Difference = {
  reason:
    'the contract has settings with a title, where the descriptions have one language of one space',
  refused: [
    'body/title: not published',
    "body: must have required property 'language'",
    "body: must have required property 'source'",
  ],
};

/** Where a description contradicts the contract, the contract is followed. */
const DIFFERENCES: Record<string, Difference> = {
  'move_collection 0.202.0': MOVE_TO_THE_END,
  'update_site_customization 0.202.0': {
    reason: 'what is given is merged into what was read, so its fields are not named again',
    refused: [
      ...['advancedCustomization', 'ai', 'externalLinks', 'favicon', 'feedback', 'footer'],
      ...['header', 'insights', 'internationalization', 'pageActions', 'pagination'],
      ...['privacyPolicy', 'socialAccounts', 'socialPreview', 'styling', 'themes', 'trademark'],
    ].map((field) => `body: must have required property '${field}'`),
  },
  'move_collection 0.143.2': MOVE_TO_THE_END,
  'move_collection 0.91.0': MOVE_TO_THE_END,
  'create_site 0.202.0': NO_NEW_SPACE,
  'create_site 0.143.2': NO_NEW_SPACE,
  'update_site_section 0.91.0': {
    reason: 'sections have a description since 0.130.0',
    refused: ['body/description: not published'],
  },
  'create_site_section_group 0.91.0': {
    reason: 'groups have an icon since 0.130.0',
    refused: ['body/icon: not published'],
  },
  'create_translation_settings 0.202.0': TRANSLATION_OF_A_SPACE,
  'create_translation_settings 0.143.2': TRANSLATION_OF_A_SPACE,
};

/** The parts of a request that the description refuses, as `part: reason`. */
function refusals(request: OperationRequest, description: PublishedOperation): string[] {
  return [
    ...parameterRefusals('path', request.path, description),
    ...parameterRefusals('query', request.query, description),
    ...bodyRefusals(request.body, description),
  ];
}

function parameterRefusals(
  place: 'path' | 'query',
  sent: Readonly<Record<string, unknown>>,
  { parameters }: PublishedOperation,
): string[] {
  const listed = parameters.filter((parameter) => parameter.in === place);
  const names = listed.map(({ name }) => name);
  return [
    ...unlisted(place, sent, names),
    ...listed.flatMap((parameter) => {
      const { name, required } = parameter;
      if (name in sent) return violations(`${place}/${name}`, sent[name], parameter.validate);
      return required ? [`${place}/${name}: missing`] : [];
    }),
  ];
}

function bodyRefusals(
  body: OperationRequest['body'],
  { validateBody, bodyFields }: PublishedOperation,
): string[] {
  if (!validateBody) return body === undefined ? [] : ['body: not published'];
  const unknown = Array.isArray(body) ? [] : unlisted('body', body ?? {}, bodyFields);
  return [...unknown, ...violations('body', body, validateBody)];
}

function unlisted(place: string, sent: object, names: readonly string[]): string[] {
  return Object.keys(sent)
    .filter((name) => !names.includes(name))
    .map((name) => `${place}/${name}: not published`);
}

function violations(place: string, value: unknown, validate: ValidateFunction): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${place}${instancePath}: ${message}`,
  );
}

function sampleRefusals(operation: Operation, description: PublishedOperation): string[] {
  const samples = fc.sample(argumentsOf(operation), { numRuns: runs(100), seed: 20_250_301 });
  return [...new Set(samples.flatMap((args) => refusals(toRequest(operation, args), description)))];
}

describe('requests against the published descriptions', () => {
  it('has every route of one of them, with the same parameter names', () => {
    const missing = published.filter(([, versions]) => versions.length === 0);
    expect(missing.map(([{ route }]) => route).sort()).toEqual(Object.keys(UNPUBLISHED).sort());
  });

  it('explains differences only of compared operations', () => {
    const labels: string[] = comparisons.map(([label]) => label);
    expect(Object.keys(DIFFERENCES).filter((label) => !labels.includes(label))).toEqual([]);
  });

  it.each(comparisons)('%s', (label, operation, description) => {
    const refused = sampleRefusals(operation, description);
    expect(refused.sort()).toEqual([...(DIFFERENCES[label]?.refused ?? [])].sort());
  });
});
