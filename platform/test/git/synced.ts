import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { type AnswerFields, propose, type TestPlatform } from '../support.ts';
import type { Repository } from './repository.ts';

const ORGANIZATION = 'orgNorthwind00000001';

export interface GitInfo extends AnswerFields {
  repoName?: string;
  installationProvider?: string;
  url?: string;
  updatedAt?: string;
  lastOperation: {
    type: string;
    status: string;
    error?: string;
    revision: string;
    commit?: string;
    commitURL?: string;
  };
}

/** Milliseconds. An operation runs a dozen commands, so asking more often would take more time than it takes. */
const BETWEEN_QUESTIONS = 25;

/** Waits for the end of the operation of a space. */
export async function endOf({ admin }: TestPlatform, space: string): Promise<GitInfo> {
  for (;;) {
    const info = (await admin('GET', `${space}/git/info`)).plain as GitInfo;
    if (info.lastOperation.status !== 'running') return info;
    await setTimeout(BETWEEN_QUESTIONS);
  }
}

/** The path of a new space without pages. */
export async function newSpace({ admin }: TestPlatform): Promise<string> {
  const { json } = await admin('POST', `/orgs/${ORGANIZATION}/spaces`, { empty: true });
  return `/spaces/${json.id}`;
}

/** What is synchronised with a space. */
interface Synced {
  space: string;
  repository: Repository;
  branch?: string;
}

/** Imports a space from a repository, or exports it, and returns its revision. */
export async function sync(
  platform: TestPlatform,
  operation: 'import' | 'export',
  { space, repository, branch = 'main' }: Synced,
): Promise<string> {
  const body = { url: repository.url, ref: `refs/heads/${branch}`, commitMessage: 'Write' };
  await platform.admin('POST', `${space}/git/${operation}`, body);
  const { lastOperation } = await endOf(platform, space);
  expect(lastOperation.error).toBeUndefined();
  return lastOperation.revision;
}

export async function markdownOf(
  { admin }: TestPlatform,
  space: string,
  id: string | undefined,
): Promise<string> {
  return (await admin('GET', `${space}/content/page/${id}?format=markdown`)).json.markdown;
}

/** The status codes of a proposal of changes, and of its merge. */
export async function published(
  { admin }: TestPlatform,
  space: string,
  changes: readonly object[],
): Promise<number[]> {
  const { path, answer } = await propose(admin, space, changes);
  return [answer.status, (await admin('POST', `${path}/merge`)).status];
}

/** The files that differ between two branches, each after the letter of its change. */
export async function changed(repository: Repository, from: string, to: string): Promise<string[]> {
  const names = await repository.git('diff', '--name-status', '--no-renames', from, to);
  return names.trim() === '' ? [] : names.trim().split('\n');
}
