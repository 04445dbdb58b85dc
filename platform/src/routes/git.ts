import { z } from 'zod';
import { openSpace } from '../auth/access.ts';
import { notFound } from '../errors.ts';
import { parseRemote } from '../git/remote.ts';
import type { GitRequest } from '../git/request.ts';
import { type SyncDetails, startExport, startImport } from '../git/run.ts';
import { HttpReply } from '../http/reply.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { gitInfoObject } from '../serializers/git.ts';
import { actorOf } from './shared.ts';

/** The rules of `git check-ref-format`, for branches. */
const BRANCH =
  /^refs\/heads\/(?!.*(?:\.\.|\/\/|@\{|\/\.|\.lock(?:\/|$)))[^\s~^:?*[\\\p{Cc}/.-][^\s~^:?*[\\\p{Cc}]*(?<![/.])$/u;

const webAddress = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .transform(withoutCredentials);

const common = {
  url: z.string().min(1).max(2048),
  ref: z.string().max(250).regex(BRANCH, 'must be a branch in the form refs/heads/main'),
  repoCacheID: z.string().optional(),
  repoTreeURL: webAddress.optional(),
  repoCommitURL: webAddress.optional(),
  repoProjectDirectory: z
    .string()
    .max(500)
    .transform((path) => path.replace(/^(\.?\/)+|(?<!\/)\/+$/g, '').replace(/^\.$/, ''))
    .refine(
      (path) => path === '' || path.split('/').every((name) => !/^(|\.|\.\.|\.git)$/.test(name)),
      'must be a path inside of the repository',
    )
    .optional(),
  timestamp: z.iso.datetime({ offset: true }).optional(),
  force: z.boolean().optional(),
  gitInfo: z
    .object({ provider: z.enum(['github', 'gitlab']).optional(), url: webAddress.optional() })
    .optional(),
};

const importBody = z.object({ ...common, standalone: z.boolean().optional() });
const exportBody = z.object({ ...common, commitMessage: z.string().min(1) });

export const gitRoutes: readonly Route[] = [
  route('POST /v1/spaces/{spaceId}/git/import', {
    body: importBody,
    handle: (call) => {
      const { standalone = false } = call.body;
      const request = { ...requestOf(call), standalone };
      startImport(call.db, call.runtime, request, detailsOf(call.body));
      return HttpReply.noContent();
    },
  }),

  route('POST /v1/spaces/{spaceId}/git/export', {
    body: exportBody,
    handle: (call) => {
      const { display_name: name, email } = call.user;
      const committer = { name, email: email ?? '' };
      const request = { ...requestOf(call), committer, message: call.body.commitMessage };
      startExport(call.db, call.runtime, request, detailsOf(call.body));
      return HttpReply.noContent();
    },
  }),

  route('GET /v1/spaces/{spaceId}/git/info', {
    handle: (call) => {
      const { row: space } = openSpace(call, call.params.spaceId);
      const info = gitInfoObject(call.db, space.id);
      if (!info) throw notFound('Git repository of the space');
      return info;
    },
  }),
];

type Body = Omit<z.output<typeof importBody>, 'standalone'>;

function requestOf(
  call: Pick<Call<{ spaceId: string }, unknown, Body>, 'db' | 'user' | 'params' | 'body'>,
): GitRequest {
  const { row: space } = openSpace(call, call.params.spaceId, 'admin');
  const { url, ref, repoProjectDirectory, repoTreeURL, repoCommitURL, force } = call.body;
  return {
    space: space.id,
    actor: actorOf(call),
    at: parseRemote(url),
    ref,
    directory: repoProjectDirectory ?? '',
    treeUrl: repoTreeURL,
    commitUrl: repoCommitURL,
    force: force ?? false,
  };
}

function detailsOf({ gitInfo, timestamp }: Body): SyncDetails {
  return { provider: gitInfo?.provider, url: gitInfo?.url, timestamp };
}

/** These addresses are shown to everybody who may read the space. */
function withoutCredentials(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}
