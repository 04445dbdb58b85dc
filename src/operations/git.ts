import { z } from 'zod';
import { toolset } from './define.ts';
import { NoContent } from './outputs/common.ts';
import { GitInfo } from './outputs/content.ts';
import { DateTime, onDemand, unlisted } from './params.ts';

const operation = toolset('git');

const remote = {
  url: z.string().meta(onDemand('repository URL, may hold credentials')),
  ref: z.string().describe('refs/heads/<branch>'),
};

const options = {
  repoCacheID: z.string().optional().meta(unlisted()),
  repoTreeURL: z.string().optional().meta(unlisted('prefix of file links')),
  repoCommitURL: z.string().optional().meta(unlisted('prefix of commit links')),
  repoProjectDirectory: z.string().optional().meta(onDemand('folder in the repository')),
  timestamp: DateTime.optional().meta(unlisted()),
  force: z.boolean().optional(),
  gitInfo: z
    .strictObject({
      provider: z.string().meta(onDemand('github, gitlab, …')).optional(),
      url: z.string().optional(),
    })
    .optional()
    .meta(unlisted()),
};

export const git = {
  importFromGit: operation({
    id: 'importGitRepository',
    tool: 'import_from_git',
    summary: 'Start replacing a space by a repository branch; see get_git_info.',
    tasks: [
      'pull docs from a repository',
      'fetch the latest from github',
      'bring the space in line with the repository',
      'sync from GitHub',
      'pull the latest commit into a space',
      'connect a GitLab repository',
    ],
    route: 'POST /v1/spaces/{spaceId}/git/import',
    effect: 'update',
    destructive: true,
    openWorld: true,
    body: {
      ...remote,
      ...options,
      standalone: z.boolean().optional().describe('true: primary content stays'),
    },
    output: NoContent,
  }),
  exportToGit: operation({
    id: 'exportToGitRepository',
    tool: 'export_to_git',
    summary: 'Start pushing the content of a space to a repository branch.',
    tasks: [
      'push a space to a repository',
      'back up docs to github',
      'sync to GitHub',
      'commit the docs to a repository',
    ],
    route: 'POST /v1/spaces/{spaceId}/git/export',
    effect: 'update',
    destructive: true,
    openWorld: true,
    body: { ...remote, commitMessage: z.string(), ...options },
    output: NoContent,
  }),
  getGitInfo: operation({
    id: 'getSpaceGitInfo',
    tool: 'get_git_info',
    summary: 'Read the repository a space is synchronised with, and when it last was.',
    tasks: [
      'which repository belongs to a space',
      'when was it synchronised last',
      'is the git sync broken',
      'did the last sync work',
      'which branch is a space synchronised with',
    ],
    route: 'GET /v1/spaces/{spaceId}/git/info',
    effect: 'read',
    output: GitInfo,
  }),
};
