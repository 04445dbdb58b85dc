import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  allOperations,
  idsIn,
  type Operation,
  offeredBy,
  replaceIds,
} from '../../src/operations/index.ts';
import { surfaceOf } from '../../src/tools/index.ts';
import { argumentsOf } from '../operations/arbitrary.ts';
import { fullAnswer, ID } from '../support/full-answer.ts';
import { json, useUpstream } from '../support/upstream.ts';
import { tooLong } from '../support/write-tokens.ts';

/** Those of the connected service. The answers of its other writes are those of the embedded platform. */
const writes = allOperations.filter(
  (operation) => operation.effect !== 'read' && offeredBy(operation, 'current'),
);
const surface = surfaceOf({ toolsets: ['all'], confirm: 'never', api: 'current' });
const platform = useUpstream();

/** Valid arguments with ids as the answers have them. */
function argumentsFor(operation: Operation): object {
  const [args] = fc.sample(argumentsOf(operation), { numRuns: 1, seed: 1 });
  const ids = idsIn(operation.input, args).map((found) => [found, ID] as const);
  return replaceIds(args, new Map(ids)) as object;
}

it('every write answers in 80 tokens with everything that the service is published to send', async () => {
  const answers: [string, string][] = [];
  // All made first, so that no connection is idle for so long that it is closed.
  const calls = writes.map((operation) => [operation, argumentsFor(operation)] as const);
  for (const [operation, args] of calls) {
    const answer = fullAnswer(operation);
    const read = { ...(answer as object), items: [], pages: [] };
    platform.upstream.answer((received, response) => {
      const isRead = received.method === 'GET';
      if (isRead || answer !== undefined) json(200, isRead ? read : answer)(received, response);
      else response.writeHead(204).end();
    });
    const outcome = await surface.call(operation.tool, args, {
      client: platform.client,
      token: 'secret',
    });
    if (!outcome || 'question' in outcome || outcome.isError) {
      throw new Error(`${operation.tool}: ${JSON.stringify(outcome)}`);
    }
    answers.push([operation.tool, outcome.text]);
  }
  expect(writes.length).toBeGreaterThan(100);
  expect(tooLong(answers)).toEqual([]);
}, 60_000);
