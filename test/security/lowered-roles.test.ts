import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';

const [generation] = linkedClient('2026');

const space = { spaceId: 'spaceOpsHandbook0001' };
const team = 'teamDocumentation001';

/** An invitation replaces the role that somebody has already. */
describe('an invitation of somebody with a higher role', () => {
  let connection: McpConnection;
  const questions: string[] = [];

  beforeAll(async () => {
    connection = await generation.stdio({
      args: ['--toolsets', 'all', '--profile', 'current'],
      person: (question) => {
        questions.push(question);
        return 'decline';
      },
    });
  });
  afterAll(() => connection.close());

  const invite = async (args: object) => {
    questions.length = 0;
    const { isError } = await connection.call('invite_to_space', { ...space, ...args });
    return { isError: isError === true, questions: [...questions] };
  };

  it('is asked about, and names the person with the role that they lose', async () => {
    const answer = await invite({ users: ['Tomás Okafor', 'Joris Achterberg'], role: 'read' });
    expect(answer).toEqual({
      isError: true,
      questions: [
        expect.stringContaining(
          'The new role allows less than some have now: "Tomás Okafor" (edit).',
        ),
      ],
    });
  });

  it('is asked about if a team is invited to which they belong', async () => {
    const { questions: asked } = await invite({ teams: [team], role: 'read' });
    expect(asked).toEqual([expect.stringContaining('"Inês Varga" (review)')]);
  });

  it('is not asked about if nobody has less than before', async () => {
    expect(await invite({ users: ['Joris Achterberg'], role: 'comment' })).toEqual({
      isError: false,
      questions: [],
    });
    expect(await invite({ users: ['Tomás Okafor'], role: 'edit' })).toEqual({
      isError: false,
      questions: [],
    });
  });

  it('is asked about if the roles cannot be read', async () => {
    const blind = await generation.stdio({
      args: [
        '--toolsets',
        'all',
        '--profile',
        'current',
        '--exclude-tools',
        'list_space_permissions',
      ],
      person: (question) => {
        questions.push(question);
        return 'decline';
      },
    });
    questions.length = 0;
    await blind.call('invite_to_space', { ...space, users: ['Tomás Okafor'], role: 'read' });
    expect(questions).toEqual([
      expect.stringContaining('It replaces the role that they have now, which cannot be read.'),
    ]);
    await blind.close();
  });
});
