import { z } from 'zod';
import { counted } from '../counted.ts';

/** Maximum number of claims in one object, or of values of one claim. */
const MAX_CLAIMS = 200;

const UNSIGNED = 'Unsigned claims of the site visitor.';

const boolean = z.strictObject({ type: z.literal('boolean'), description: z.string() });
const number = z.strictObject({ type: z.literal('number'), description: z.string() });
const string = z.strictObject({
  type: z.literal('string'),
  description: z.string(),
  enum: counted(MAX_CLAIMS, z.array(z.string())).optional(),
});

const list = z.strictObject({
  type: z.literal('array'),
  description: z.string(),
  items: z.discriminatedUnion('type', [boolean, number, string]),
});

const nested = z.strictObject({
  type: z.literal('object'),
  description: z.string(),
  get properties() {
    return counted(MAX_CLAIMS, z.record(z.string(), claim));
  },
  additionalProperties: z.literal(false),
});

const claim = z.discriminatedUnion('type', [boolean, number, string, list, nested]);

/** A JSON Schema of the attributes that a visitor may have, in the forms that the API accepts. */
export const adaptiveSchema = z
  .strictObject({
    $schema: z.literal('http://json-schema.org/draft-07/schema#').optional(),
    type: z.literal('object'),
    properties: counted(MAX_CLAIMS, z.record(z.string(), claim)),
    additionalProperties: z.literal(false),
  })
  .refine(({ properties: { unsigned } }) => {
    return !unsigned || (unsigned.type === 'object' && unsigned.description === UNSIGNED);
  }, `properties.unsigned must be of type object with the description "${UNSIGNED}"`);
