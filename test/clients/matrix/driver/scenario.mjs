const SPACE = 'spaceDevGuide0000001';

/**
 * The steps for every client, in order. Each step throws if the result is not as expected. It uses the functions of
 * the adapter that `needs` names; without them, the client lacks the step.
 */
export const STEPS = [
  {
    name: 'list tools',
    needs: 'tools',
    run: async ({ client }) => has(await client.tools(), 'get_page', 'merge_change_request'),
  },
  {
    name: 'call',
    needs: 'call',
    run: async ({ client }) =>
      has(await said(client, 'list_organizations', {}), 'orgNorthwind00000001'),
  },
  {
    name: 'page',
    needs: 'call',
    run: async (state) => {
      const listed = await said(state.client, 'list_pages', { spaceId: SPACE });
      // The list of many pages is an outline with ids in parentheses.
      const [, named, outlined] =
        /"id":\s*"(\w{20})"|\((\w{20})\)/.exec(listed) ?? fail('no page', listed);
      const pageId = named ?? outlined;
      const page = await said(state.client, 'get_page', { spaceId: SPACE, pageId });
      has(page, 'Northwind');
    },
  },
  {
    name: 'resources',
    needs: 'resources',
    run: async ({ client }) => {
      const uris = await client.resources();
      has(uris, `docs://spaces/${SPACE}/pages`);
    },
  },
  {
    name: 'read a resource',
    needs: 'read',
    run: async ({ client }) => {
      has(await client.read(`docs://spaces/${SPACE}/pages`), 'Quickstart');
      const specification =
        'docs://orgs/orgNorthwind00000001/openapi/northwind-queue/versions/latest';
      has(await client.read(specification), 'openapi');
    },
  },
  {
    name: 'prompts',
    needs: 'prompts',
    run: async ({ client }) => has(await client.prompts(), 'draft_change'),
  },
  {
    name: 'get a prompt',
    needs: 'prompt',
    run: async ({ client }) => {
      const given = { spaceId: SPACE, instruction: 'Say hello to readers.' };
      has(await client.prompt('draft_change', given), 'Say hello to readers.');
    },
  },
  {
    name: 'edit and merge',
    needs: 'call',
    run: async ({ client, title }) => {
      const opened = await said(client, 'create_change_request', {
        spaceId: SPACE,
        subject: title,
      });
      const [, changeRequestId] =
        /"id":\s*"([A-Za-z0-9]+)"/.exec(opened) ?? fail('no change request', opened);
      const place = { spaceId: SPACE, changeRequestId };
      const document = { markdown: `Written by ${title}.` };
      const changes = [{ operation: 'insert_page', title, document }];
      has(await said(client, 'edit_change_request_content', { ...place, changes }), 'created_page');
      await said(client, 'merge_change_request', place);
      has(await said(client, 'search_space', { spaceId: SPACE, query: title }), title);
    },
  },
  {
    name: 'edit in one call',
    needs: 'call',
    run: async ({ client, title }) => {
      const document = { markdown: `Written at once by ${title}.` };
      const page = `${title} at once`;
      const changes = [{ operation: 'insert_page', title: page, document }];
      const given = { spaceId: SPACE, subject: page, status: 'open', changes };
      has(await said(client, 'open_change_request_with_edits', given), page);
    },
  },
  {
    name: 'an error',
    needs: 'call',
    run: async ({ client }) => {
      const spaceId = 'spaceThatIsNot000001';
      const { text, isError } = await client
        .call('get_space', { spaceId })
        .catch((error) => ({ text: String(error.message ?? error), isError: true }));
      if (!isError && !/not found|not_found|no space/i.test(text)) fail('no error', text);
    },
  },
  {
    name: 'a cancelled call',
    needs: 'cancels',
    run: async ({ client }) => {
      const controller = new AbortController();
      const call = client.call('list_organizations', {}, controller.signal);
      controller.abort();
      const ended = await call.then(
        ({ isError }) => (isError ? 'refused' : 'answered'),
        () => 'refused',
      );
      if (ended === 'answered') fail('answered in spite of it', '');
      has(await said(client, 'list_organizations', {}), 'orgNorthwind00000001');
    },
  },
];

async function said(client, name, args) {
  const { text, isError } = await client.call(name, args);
  if (isError) fail(`${name} was refused`, text);
  return text;
}

function has(within, ...wanted) {
  for (const one of wanted) if (!within.includes(one)) fail(`lacks ${one}`, String(within));
}

function fail(what, within) {
  throw new Error(`${what}: ${within.slice(0, 300)}`);
}
