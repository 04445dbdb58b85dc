import { localPageChanges, pageChanges } from '../operations/content-changes.ts';
import {
  type Arguments,
  admittedRequest,
  checkArguments,
  type Operation,
  type RunName,
  type Shape,
  type StreamResult,
  send,
} from '../operations/index.ts';
import { checkMergeRules } from './preconditions/merge-rules.ts';
import { checkRevision, expectedRevision, type SeenRequest } from './preconditions/revision.ts';
import { refuseExcluded, skipIfExcluded } from './refusal.ts';
import { pictureArguments, pictureOutput, pictureSourceOf } from './results/picture-arguments.ts';
import { changeRequestFilters, sendChangeRequestList } from './runs/change-request-list.ts';
import { allowPlainLinks, sendEdit } from './runs/edit.ts';
import { fileFilter, sendFileList } from './runs/file-list.ts';
import { sendMerge } from './runs/merge.ts';
import { consequenceOfMerge } from './runs/merge-consequence.ts';
import { mergeIntoCurrent } from './runs/merge-patch.ts';
import { sendAndReadBack } from './runs/role-holders.ts';
import { searchesByWords, sendSearch } from './runs/search-list.ts';
import { sendShareLink, sendToSite } from './runs/site-readers.ts';
import { listSpecsWithTitles, listVersionsWithNumbers } from './runs/specification-info.ts';
import { sendTeam, teamOwners } from './runs/team.ts';
import { moreChangeRequests, sendChangeRequestUpdates } from './runs/update-change-requests.ts';
import type { CallContext, Tool } from './tool.ts';
import { fields } from './views/fields.ts';
import { views } from './views/index.ts';

interface OperationRun {
  /** Arguments that replace or extend those of the record. */
  input: Shape;
  /** The arguments that take another form if the server runs on the caller's machine. */
  localInput?: Shape;
  send(operation: Operation, args: Arguments, context: CallContext): Promise<unknown>;
  /** What the call means for readers, for the person who is asked. */
  consequence?: Tool['consequence'];
}

const runs: Readonly<Record<RunName, OperationRun>> = {
  contentEdit: {
    input: { changes: pageChanges, allowPlainLinks },
    localInput: { changes: localPageChanges },
    send: sendEdit,
  },
  merge: { input: {}, send: sendMerge, consequence: consequenceOfMerge },
  versionNumbers: { input: {}, send: listVersionsWithNumbers },
  specTitles: { input: {}, send: listSpecsWithTitles },
  addToSite: { input: {}, send: sendToSite },
  shareLink: { input: {}, send: sendShareLink },
  team: { input: teamOwners, send: sendTeam },
  changeRequestList: { input: changeRequestFilters, send: sendChangeRequestList },
  changeRequestUpdates: { input: moreChangeRequests, send: sendChangeRequestUpdates },
  fileList: { input: fileFilter, send: sendFileList },
};

/** The tool of one operation: everything about it follows from the record. */
export function operationTool(operation: Operation): Tool {
  const { effect, method, view, revisionGuard } = operation;
  const run = operation.run && runs[operation.run];
  const pictureSource = pictureSourceOf(operation);
  const always = effect === 'delete' || operation.destructive === true;
  return {
    name: operation.tool,
    ...(operation.aliases && { aliases: operation.aliases }),
    title: operation.title,
    summary: operation.summary,
    ...(operation.tasks && { tasks: operation.tasks }),
    toolset: operation.toolset,
    effect,
    byDefault: operation.byDefault === true,
    destructive: always || operation.confirm !== undefined,
    idempotent: effect === 'read' || method !== 'POST',
    openWorld: operation.openWorld === true,
    input: operation.input.extend({
      ...(view ? views[view].params : effect === 'read' && { fields }),
      ...(revisionGuard && { expectedRevision }),
      ...run?.input,
      ...(pictureSource && pictureArguments[pictureSource]),
    }),
    output: pictureSource
      ? operation.output.extend(pictureOutput[pictureSource])
      : operation.output,
    ...(pictureSource && { pictureSource }),
    ...(run?.localInput && { localInput: run.localInput }),
    ...(run?.consequence && { consequence: run.consequence }),
    operation,
    ...(!always && operation.confirm && { confirm: operation.confirm }),
    check: (args) => checkArguments(operation, args),
    run: isPlain(operation)
      ? (args, context) => send(operation, args, context)
      : (args, context) => runSpecial(operation, args, refuseExcluded(context)),
  };
}

/** Whether a call is one request, without anything before or after it. Most are. */
function isPlain(operation: Operation): boolean {
  const { revisionGuard, stream, run, replaces, readBack } = operation;
  const isOne = !revisionGuard && !stream && !run && !readBack && replaces === undefined;
  return isOne && !searchesByWords(operation);
}

async function runSpecial(
  operation: Operation,
  args: Arguments,
  context: CallContext,
): Promise<unknown> {
  const { revisionGuard, stream, run, replaces } = operation;
  if (revisionGuard) {
    const { spaceId, changeRequestId, expectedRevision } = args;
    const request = { spaceId, changeRequestId, expectedRevision } as SeenRequest;
    const refuseOutdated = revisionGuard === 'merge' && context.approval !== 'accepted';
    const check = () => checkRevision(request, context, { refuseOutdated });
    await (request.expectedRevision === undefined ? skipIfExcluded(check) : check());
    // The service checks the rules, too.
    if (revisionGuard === 'merge') await skipIfExcluded(() => checkMergeRules(request, context));
  }
  if (stream) return readStream(operation, stream, args, context);
  if (run) return runs[run].send(operation, args, context);
  if (searchesByWords(operation)) return sendSearch(operation, args, context);
  const merged = replaces && (await mergeIntoCurrent(operation, args, context));
  const sendIt = () => send(operation, merged ?? args, context);
  return operation.readBack ? sendAndReadBack(operation, args, context, sendIt) : sendIt();
}

/** Reads an event stream to its end, and reports progress for each event. */
async function readStream(
  operation: Operation,
  result: StreamResult,
  args: Arguments,
  context: CallContext,
): Promise<unknown> {
  const collected: unknown[] = [];
  let last: Record<string, unknown> = {};
  let count = 0;
  const request = admittedRequest(operation, args, context);
  for await (const event of context.client.stream(request, context)) {
    count += 1;
    if (result === 'last') last = event;
    else collected.push(event[result.collect]);
    await context.onProgress?.(count, `${count} events received`);
  }
  return result === 'last' ? last : { [result.as]: collected };
}
