import { afterEach, beforeEach, expect } from 'vitest';
import { DEV_GUIDE, pageIds, startTestPlatform, type TestPlatform } from '../support.ts';
import { createRepository, type Repository } from './repository.ts';
import { endOf, type GitInfo } from './synced.ts';

export const SPACE = `/spaces/${DEV_GUIDE}`;
export const MAIN = 'refs/heads/main';

/** Slug of the page that the README becomes: an existing page keeps its slug. */
export const FIRST = 'welcome-to-northwind-queue';

/** A platform with demonstration content, and an empty repository. */
export class SpaceAndRepository {
  declare platform: TestPlatform;
  declare repository: Repository;

  /** Waits for the end of an operation. */
  async ended(space = SPACE, from = this.platform): Promise<GitInfo> {
    return await endOf(from, space);
  }

  /** Starts an operation and waits for its end. */
  async run(operation: string, given: object = {}, space = SPACE): Promise<GitInfo> {
    const message = operation === 'export' && { commitMessage: 'Write the docs' };
    const body = { url: this.repository.url, ref: MAIN, ...message, ...given };
    const answer = await this.platform.admin('POST', `${space}/git/${operation}`, body);
    expect([answer.status, answer.text]).toEqual([204, '']);
    return await this.ended(space);
  }

  async markdownOf(id = '', content = `${SPACE}/content`): Promise<string> {
    const path = `${content}/page/${id}?format=markdown`;
    return (await this.platform.admin('GET', path)).json.markdown;
  }

  async markdownAt(path: string): Promise<string> {
    return await this.markdownOf((await pageIds(this.platform.admin, SPACE)).get(path));
  }

  async paths(): Promise<string[]> {
    return [...(await pageIds(this.platform.admin, SPACE)).keys()];
  }
}

/** New ones for each test. */
export function spaceAndRepository(): SpaceAndRepository {
  const given = new SpaceAndRepository();
  beforeEach(async () => {
    given.platform = await startTestPlatform({ allowPrivateAddresses: true });
    given.repository = await createRepository();
  });
  afterEach(async () => {
    await given.repository.remove();
    await given.platform.close();
  });
  return given;
}
