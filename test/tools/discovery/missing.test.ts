import { describe, expect, it } from 'vitest';
import { missingTools } from '../../../src/tools/discovery/tools.ts';

describe('the operations that a service lacks for a question', () => {
  const askedFor = (query: string) => {
    const asked: string[] = [];
    const found = missingTools(query, 'current', (wish) => {
      asked.push(wish);
      return [];
    });
    expect(found).toEqual([]);
    return asked;
  };

  it('are looked up for each request in it', () => {
    const query = 'rename the team, publish the site and rename the team';
    expect(askedFor(query)).toEqual([query, 'rename the team', 'publish the site']);
  });

  it('are looked up for a few of very many requests', () => {
    const query = Array.from({ length: 60 }, (_, at) => `list ai${at}`).join(',');
    expect(askedFor(query)).toHaveLength(6);
  });
});
