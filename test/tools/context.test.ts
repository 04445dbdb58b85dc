import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { linkedClient } from '../support/clients.ts';
import { startScripted } from '../support/scripted-server.ts';

const TITLES = ['Guides', 'Handbook', 'Reference', 'Policies', 'Release notes'];
const id = (kind: string, number: number) =>
  `${kind}${String(number).padStart(20 - kind.length, '0')}`;

/** Three organizations with ten spaces each, half of them in collections. */
function reads(): Record<string, unknown> {
  const organizations = ['Northwind', 'Northwind Labs', 'Contoso'].map((title, number) => ({
    id: id('org', number),
    title,
  }));
  const answers: Record<string, unknown> = { '/v1/orgs': { items: organizations } };
  for (const [number, organization] of organizations.entries()) {
    const collection = { id: id('coll', number), title: `Docs of ${organization.title}` };
    const spaces = [...TITLES, ...TITLES].map((title, place) => ({
      id: id('space', number * 10 + place),
      title: place < 5 ? title : `${title}, internal`,
      organization: organization.id,
      ...(place < 5 && { parent: collection.id }),
    }));
    Object.assign(answers, {
      [`/v1/orgs/${organization.id}/collections`]: { items: [collection] },
      [`/v1/orgs/${organization.id}/sites`]: { items: [] },
      [`/v1/orgs/${organization.id}/spaces`]: { items: spaces },
      [`/v1/orgs/${organization.id}/search`]: { items: spaces.slice(3, 8) },
      [`/v1/collections/${collection.id}/spaces`]: { items: spaces.slice(0, 5) },
    });
  }
  return answers;
}

describe.each(linkedClient('2026'))(
  'get_context of 30 spaces in 3 organizations, $name',
  (generation) => {
    const context = async (more: Record<string, unknown>) => {
      const server = await startScripted(generation, { reads: { ...reads(), ...more } });
      const { text, isError } = await server.say('get_context');
      await server.close();
      expect(isError, text).toBe(false);
      expect(countTokens(text)).toBeLessThanOrEqual(1000);
      return text;
    };

    it('names all of them in at most 1,000 tokens', async () => {
      const text = await context({ '/v1/': { version: '1' }, '/v1/user': { id: 'user1' } });
      for (let number = 0; number < 30; number += 1) expect(text).toContain(id('space', number));
      expect(text).not.toContain('mayBeIncomplete');
    });

    it('names those that the legacy service reveals, and says that more may exist', async () => {
      const text = await context({});
      for (const number of [0, 4, 5, 7, 10, 17, 20, 27])
        expect(text).toContain(id('space', number));
      expect(text).not.toContain(id('space', 9));
      expect(text).toContain('mayBeIncomplete');
    });

    it('stops asking about 50 organizations once an answer is damaged', async () => {
      const organizations = Array.from({ length: 50 }, (_, number) => ({
        id: id('org', number),
        title: `Organization ${number}`,
      }));
      const server = await startScripted(generation, {
        reads: {
          '/v1/': { version: '1' },
          '/v1/orgs': { items: organizations },
          [`/v1/orgs/${id('org', 0)}/collections`]: { items: 5 },
        },
      });
      const { isError } = await server.say('get_context');
      await server.say('list_organizations');
      const asked = server.requests();
      await server.close();
      expect(isError).toBe(true);
      expect(asked.length).toBeLessThan(60);
    });
  },
);
