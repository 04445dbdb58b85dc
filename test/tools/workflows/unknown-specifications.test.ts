import { expect, it } from 'vitest';
import { linksOf } from '../../support/audited-links.ts';
import { linkedClient } from '../../support/clients.ts';

const [generation] = linkedClient('2026');
const spaceId = 'Developer Guide';

const block = (spec: string) =>
  `{% openapi-operation spec="${spec}" path="/queues" method="get" %}\nThe API\n{% endopenapi-operation %}`;

it.each(['contract', 'current'])(
  'audit_links reports blocks of a specification that does not exist on %s',
  async (profile) => {
    const connection = await generation.stdio({
      args: ['--profile', profile, '--confirm', 'never'],
    });
    const page = (title: string, markdown: string) => ({
      ...{ operation: 'insert_page', title, document: { markdown } },
    });
    const edit = async (subject: string, changes: object[], merge: boolean) =>
      (
        await connection.facts('open_change_request_with_edits', {
          ...{ spaceId, subject, changes, merge },
        })
      ).changeRequestId;
    const before = await connection.facts('audit_links', { spaceId });
    await edit('API', [page('Old', `${block('gone')}\n\n${block('northwind-queue')}`)], true);
    const changeRequestId = await edit('More API', [page('New', block('lost'))], false);
    const live = await connection.facts('audit_links', { spaceId });
    expect(live.broken).toBe(Number(before.broken) + 1);
    expect(linksOf(live)).toContainEqual(
      expect.objectContaining({ title: 'Old', target: 'gone', line: 3 }),
    );
    const draft = await connection.facts('audit_links', { spaceId, changeRequestId });
    expect(draft).toMatchObject({
      new: 1,
      items: [
        { title: 'New', links: [{ target: 'lost', problem: 'no such OpenAPI specification' }] },
      ],
    });
    await connection.close();
  },
);

it.each(['contract', 'current'])(
  'a block of a deleted specification is reported once, and its page can be edited on %s',
  async (profile) => {
    const connection = await generation.stdio({
      args: ['--profile', profile, '--confirm', 'never'],
    });
    const deleted = block('gone').replace('The API', '[Broken link](/broken/openapi/gone)');
    const markdown = `First.\n\n${deleted}\n\n![](/broken/files/Fj3kQ9xwTz)`;
    const insert = { operation: 'insert_page', title: 'Old', document: { markdown } };
    const edit = async (changes: object[], more = {}) => {
      const args = { spaceId, subject: 'API', changes, merge: true, ...more };
      return connection.facts('open_change_request_with_edits', args);
    };
    await edit([insert], { allowPlainLinks: true });
    await edit([{ operation: 'replace_text', page: 'Old', old: 'First.', new: 'Second.' }]);
    const page = await connection.facts('get_page', { spaceId, pageId: 'Old' });
    expect(page.markdown).toContain(`Second.\n\n${deleted}\n\n![](/broken/files/Fj3kQ9xwTz)`);
    const links = linksOf(await connection.facts('audit_links', { spaceId }));
    expect(links.filter(({ title }) => title === 'Old')).toMatchObject([
      { target: '/broken/openapi/gone', problem: 'no such OpenAPI specification' },
      { target: '/broken/files/Fj3kQ9xwTz', problem: 'no such file' },
    ]);
    await connection.close();
  },
);
