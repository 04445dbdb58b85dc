import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEV_GUIDE, startTestPlatform, type TestPlatform } from '../support.ts';
import { answerTo, publishPages } from './asking.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform();
  await publishPages(platform.editor, DEV_GUIDE, [
    ['Bittern', '## Column names\n\nColumn names of a bittern have no special characters.'],
    ['Bittern keys', 'You can replace the bittern keys without restarting the bittern server.'],
    ['Bittern announcements', 'Scheduling a bittern announcement is not available.'],
    ['Bittern trail', '## Audit log\n\nFrom the CLI: `bittern audit --since 30d` shows 30 days.'],
    [
      'Bittern import',
      '## Property import\n\n- **Gentle**: keeps what was changed.\n- **Strict**: overwrites it.',
    ],
    ['Bittern schedule', 'The bittern sync has a schedule, by default daily at midnight.'],
    ['Bittern address', 'Write to help@app.bittern.io, or see https://app.bittern.io/ios.'],
    [
      'Bittern roles',
      '## Restricted\n\nIt has only the permission `view_content`.\n\n## Setup\n\nSelect an admin role, or a more restrictive role with fewer permissions.',
    ],
    ['Bittern limits', 'Eggs of a bittern are rejected beyond 100,000 eggs a month.'],
    ['Deleting bittern nests', 'Go to the settings of the bittern, and confirm with its name.'],
    ['Bittern API', '## Delete nest\n\nDELETE /v1/nests\n\nDeletes a nest of a bittern for ever.'],
    ['Bittern charity', 'At no point does a bittern cost much; 25 eggs are laid monthly.'],
    ['Molting', '## Response\n\n```json\n{\n  "molt": 1,\n  "what": "molt"\n}\n```'],
    ['Bittern pull', 'A pull request of a bittern is at risk if it exceeds the average by 30%.'],
  ]);
});

afterAll(() => platform.close());

const ask = (query: string) => answerTo(platform.reader, query);

describe('a question in other words than the documentation', () => {
  it.each([
    ['which characters are forbidden in column names of a bittern', 'no special characters'],
    ['Do I have to restart the bittern server to renew the bittern keys?', 'without restarting'],
    ['is it possible to schedule a bittern announcement for next week', 'is not available'],
    ['show the audit log of a bittern on the command line', 'bittern audit --since 30d'],
    ['What is the difference between Gentle and Strict for the property import?', 'overwrites it'],
    ['bittern sync schedule if i dont set one', 'daily at midnight'],
    ['whats the schedule of the bittern sync', 'daily at midnight'],
    ['wich schedule does the bittern sync have', 'daily at midnight'],
    ['What permissions does the Restricted role of a bittern have?', 'view_content'],
    ['what happens when a bittern goes over 100k eggs a month', 'are rejected'],
    ['How do I delete a nest of a bittern?', 'Go to the settings'],
    ['How do I delete a nest of a bittern by the API?', 'DELETE /v1/nests'],
    ['By how much must a bittern PR exceed the average to be flagged as at risk?', 'by 30%'],
  ])('is answered: %s', async (question, answer) => {
    expect(await ask(question)).toContain(answer);
  });

  it.each([
    ['Does bittern have an iphone app?'],
    ['Is there a bittern app for ios?'],
    ['How much does a bittern cost per month?'],
    ['What is a molt?'],
    ['Which characters are forbidden in the feathers of a bittern?'],
    ['Do I have to restart the bittern server to renew the bittern licence?'],
  ])('is refused if it asks for something else: %s', async (question) => {
    expect(await ask(question)).toMatch(/^Nothing in the documentation/);
  });
});
