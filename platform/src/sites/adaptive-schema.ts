import { z } from 'zod';
import { counted } from '../counted.ts';

/** Maximum number of claims in one object, or of values of one claim. */
const MAX_CLAIMS = 200;

/** Maximum members of the whole schema, five or so for each claim. */
const MAX_MEMBERS = 10_000;

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

const schema = z
  .strictObject({
    $schema: z.literal('http://json-schema.org/draft-07/schema#').optional(),
    type: z.literal('object'),
    properties: counted(MAX_CLAIMS, z.record(z.string(), claim)),
    additionalProperties: z.literal(false),
  })
  .refine(({ properties: { unsigned } }) => {
    return !unsigned || (unsigned.type === 'object' && unsigned.description === UNSIGNED);
  }, `properties.unsigned must be of type object with the description "${UNSIGNED}"`);

/** A JSON Schema of the attributes that a visitor may have, in the forms that the API accepts. */
export const adaptiveSchema = z
  .unknown()
  .refine((given) => hasAtMost(given, MAX_MEMBERS), `must have at most ${MAX_MEMBERS} members`)
  .pipe(schema);

/** Whether a value has at most this many members on all levels. Stops once there are more. */
function hasAtMost(value: unknown, most: number): boolean {
  const pending = [value];
  let members = 0;
  for (let around = pending.pop(); around !== undefined; around = pending.pop()) {
    if (typeof around !== 'object' || around === null) continue;
    const inside = Object.values(around);
    members += inside.length;
    if (members > most) return false;
    for (const member of inside) pending.push(member);
  }
  return true;
}
