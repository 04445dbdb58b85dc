import { readFileSync } from 'node:fs';
import type { Method } from '../../src/operations/index.ts';

/** A query parameter or body field as the contract states it. */
export interface ContractField {
  type: string;
  required: boolean;
  nullable?: boolean;
  format?: string;
  pattern?: string;
  enum?: string[];
  /** `public`: the contract shows only a sample, so the enumeration is open. */
  enumSrc?: 'public';
  min?: number;
  max?: number;
  minItems?: number;
  maxItems?: number;
  itemMin?: number;
  itemMax?: number;
  items?: string;
}

export interface ContractOperation {
  id: string;
  method: Method;
  path: string;
  pathParams: string[];
  query: (ContractField & { name: string })[];
  body: Record<string, ContractField> | null;
  success: { status: number; resource: string | null; list?: boolean };
  stream: boolean;
}

export const contract = JSON.parse(
  readFileSync(new URL('../fixtures/contract/operations.json', import.meta.url), 'utf8'),
) as ContractOperation[];

/** Every query parameter and body field of an operation, by name. */
export function fieldsOf({ query, body }: ContractOperation): [string, ContractField][] {
  return [
    ...query.map((field): [string, ContractField] => [field.name, field]),
    ...Object.entries(body ?? {}),
  ];
}
