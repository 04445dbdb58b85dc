import { describe, expect, it } from 'vitest';
import { assignReasons } from '../../scripts/api-coverage/assign.ts';
import { publishedOperations } from '../../scripts/published.ts';

const [fonts, ads, me] = publishedOperations({
  paths: {
    '/fonts': { get: { operationId: 'listFonts', security: [{ 'user-internal': [] }] } },
    '/ads/{adId}': { delete: { operationId: 'deleteAd', tags: ['ads'], security: [{ user: [] }] } },
    '/user': { get: { operationId: 'getUser' } },
  },
} as never) as [never, never, never];

describe('the reasons for missing tools', () => {
  it('are found by audience, tag, path and name; the first match counts', () => {
    const reasons = assignReasons(
      [fonts, ads, me],
      [
        { reason: 'not for others', audience: ['internal'] },
        { reason: 'no part of it', tags: ['ads'] },
        { reason: 'of the account', paths: ['/user'] },
      ],
    );
    expect([...reasons]).toEqual([
      ['not for others', [fonts]],
      ['no part of it', [ads]],
      ['of the account', [me]],
    ]);
  });

  it('must exist for every operation, and each must match at least one', () => {
    const assigning = () =>
      assignReasons([ads, me], [{ reason: 'no part of it', ids: ['deleteAd'], tags: ['shops'] }]);
    expect(assigning).toThrow('getUser (GET /user) has neither a tool nor a reason');
    expect(assigning).toThrow('tags: shops has nothing that is left out: "no part of it"');
  });
});
