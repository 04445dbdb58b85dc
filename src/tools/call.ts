import { LastAnswer, PlatformError } from '../client/index.ts';
import {
  type Arguments,
  causeOf,
  idsIn,
  isScoped,
  Received,
  requireWithin,
  restrictAnswer,
  restrictFailure,
  type Scope,
  ScopeError,
  type Service,
} from '../operations/index.ts';
import { markUntrusted, sanitizeAhead, sanitizeDeep } from '../text/index.ts';
import type { LocalFiles } from './arguments/local-files.ts';
import { parseNamedArguments } from './arguments/parse.ts';
import {
  type ConfirmMode,
  mayNeedConfirmation,
  type Question,
  requireConfirmation,
} from './confirmation/confirmation.ts';
import { explainPlatformError } from './errors.ts';
import { isLarge, resultByWorker } from './large/run.ts';
import { hasTitles } from './names/kinds.ts';
import { retryWithNames, withoutWords } from './names/retry.ts';
import { safeProgress, withoutOwnToken } from './own-token.ts';
import { preview } from './preview.ts';
import { Refusal } from './refusal.ts';
import { addFileContent, addPictures, picturesWanted } from './results/add-pictures.ts';
import { fittingItems, goesOn } from './results/cut-list.ts';
import { type AnsweredCall, factsOf } from './results/facts.ts';
import { repeatedResult } from './results/repeated-result.ts';
import { resourceLinks } from './results/resource-links.ts';
import { errorResult, successResult, type ToolResult } from './results/result.ts';
import { withoutFences } from './runs/edit.ts';
import { canCombineLists, combinedList, SeveralOrganizations } from './several-organizations.ts';
import { requireOffered } from './surface/availability.ts';
import type { CallContext, Tool } from './tool.ts';
import { type Shown, withinBudget } from './views/budget.ts';
import { StepFailure } from './workflows/workflow.ts';

/** The operator's settings for all calls. */
export interface CallPolicy {
  scope: Scope;
  confirm: ConfirmMode;
  /** The connected service; `auto`: determined by asking the platform. */
  api: Service | 'auto';
  /** Show what writes would send instead of sending it. */
  dryRun: boolean;
  /** Maximum number of tokens in a result. */
  maxResultTokens: number;
  /** Set where the server runs on the caller's machine and reads files there. */
  localFiles?: LocalFiles;
}

/** A result, or a question that a person has to answer first. */
export type ToolOutcome = ToolResult | Question;

/**
 * Runs one tool for a caller, from raw arguments to a result for a model. Bad arguments, refusals and failures of the
 * platform are results too; only defects of this server throw.
 */
export function runTool(
  tool: Tool,
  rawArguments: unknown,
  context: CallContext,
  policy: CallPolicy,
): Promise<ToolOutcome> {
  if (policy.dryRun && tool.effect !== 'read') {
    return previewTool(tool, rawArguments, context, policy);
  }
  const received = new Received();
  const limited = limitedContext(context, policy, received);
  return outcomeOrExplanation(
    tool,
    policy,
    runChecked(tool, rawArguments, limited, policy),
    received,
  );
}

/** A caller, and the operator's limits of its call. */
type LimitedContext = CallContext &
  Pick<CallPolicy, 'maxResultTokens' | 'scope'> & { lastAnswer: LastAnswer };

/** Names every member: copying them with a spread takes as long as parsing the request. */
function limitedContext(
  context: CallContext,
  { maxResultTokens, scope }: CallPolicy,
  received: Received,
): LimitedContext {
  return {
    token: context.token,
    party: context.party,
    signal: context.signal,
    watch: context.watch,
    client: context.client,
    admit: context.admit,
    onProgress: safeProgress(context),
    approval: context.approval,
    isExcluded: context.isExcluded,
    roots: context.roots,
    linkedResults: context.linkedResults,
    confirmedState: context.confirmedState,
    forApp: context.forApp,
    received,
    lastAnswer: new LastAnswer(),
    maxResultTokens,
    scope,
  } satisfies { [Member in keyof Required<LimitedContext>]: LimitedContext[Member] };
}

async function runChecked(
  tool: Tool,
  rawArguments: unknown,
  context: LimitedContext,
  policy: CallPolicy,
): Promise<ToolOutcome> {
  try {
    const { scope, localFiles } = policy;
    const reading = readArguments(tool, rawArguments, context, policy);
    const read =
      reading instanceof Promise
        ? await reading.catch((error) => organizationsToCombine(error, tool, rawArguments))
        : reading;
    if (read instanceof SeveralOrganizations) {
      return combinedResult(read, tool, rawArguments, context, policy);
    }
    const offered = policy.api === 'auto' ? requireOffered(tool, context) : undefined;
    if (offered) await offered;
    const args = mayNeedConfirmation(tool, read)
      ? await withoutWords(tool, read, context, scope)
      : read;
    if (mayNeedConfirmation(tool, args)) {
      const question = await requireConfirmation(tool, args, context, policy.confirm);
      if (question) return question;
    }
    const isFromFiles = localFiles && tool.localInput;
    const given = isFromFiles ? await insertLocalFiles(args, context, localFiles) : args;
    const answer = await answerOf(tool, given, context, policy);
    const answered = { tool, answer, args, written: rawArguments };
    if (context.forApp) return successResult(factsOf(answered).facts);
    const made = resultOf(answered, context);
    const full = made instanceof Promise ? await made : made;
    const limit = fittingItems(tool, full);
    const result =
      limit === undefined ? full : await pageOf(limit, { full, answered }, context, policy);
    if (!isLinked(tool, context) || !result.structured) return result;
    return { ...result, links: resourceLinks(args, result.structured) };
  } finally {
    context.lastAnswer.close();
  }
}

/**
 * A page of a list with as many items as fit, so that its cursor continues after them; without a cursor, the list as it
 * was cut.
 */
async function pageOf(
  most: number,
  { full, answered: { tool, args, written } }: { full: ToolResult; answered: AnsweredCall },
  context: LimitedContext,
  policy: CallPolicy,
): Promise<ToolResult> {
  // The cursor may take the space of an item.
  for (const limit of [most, most - 1].filter((count) => count > 0)) {
    const shorter = { ...args, limit };
    const answer = await answerOf(tool, shorter, context, policy);
    const page = await resultOf({ tool, answer, args: shorter, written }, context);
    if (goesOn(page)) return page;
  }
  return full;
}

/** The organizations whose lists can answer a call that names none. Rethrows any other error. */
function organizationsToCombine(
  error: unknown,
  tool: Tool,
  rawArguments: unknown,
): SeveralOrganizations {
  const isEach = error instanceof SeveralOrganizations && canCombineLists(tool, error);
  const { page } = (rawArguments ?? {}) as Arguments;
  // A cursor belongs to one list.
  if (!isEach || page !== undefined) throw error;
  return error;
}

/** One list with the items of several organizations. */
async function combinedResult(
  several: SeveralOrganizations,
  tool: Tool,
  rawArguments: unknown,
  context: LimitedContext,
  policy: CallPolicy,
): Promise<ToolResult> {
  if (policy.api === 'auto') await requireOffered(tool, context);
  let args: Arguments = {};
  const answer = await combinedList(several, async (organizationId) => {
    const named = { ...(rawArguments as Arguments | undefined), organizationId };
    args = await readArguments(tool, named, context, policy);
    return answerOf(tool, args, context, policy);
  });
  return resultOf({ tool, answer, args, written: rawArguments }, context);
}

/**
 * The result, with pictures if the tool has any and the caller wants them. Returns a promise only if it has to wait.
 */
function resultOf(
  answered: AnsweredCall,
  context: LimitedContext,
): ToolResult | Promise<ToolResult> {
  const { tool, args } = answered;
  const { maxResultTokens } = context;
  const pictures = picturesWanted(tool, args);
  if (pictures === 'page') {
    return addPictures(tool, args, context, async (tokens) =>
      resultWithoutPictures(answered, tokens),
    );
  }
  if (pictures === 'file' && !isLarge(answered)) return fileResult(answered, context);
  return resultWithoutPictures(answered, maxResultTokens);
}

/** The result without pictures. */
function resultWithoutPictures(
  answered: AnsweredCall,
  maxTokens: number,
): ToolResult | Promise<ToolResult> {
  return repeatedResult(answered, maxTokens, makeResult);
}

/** A result, computed in a worker thread if it would keep others waiting here. */
function makeResult(answered: AnsweredCall, maxTokens: number): ToolResult | Promise<ToolResult> {
  if (isLarge(answered)) return resultByWorker(answered, maxTokens);
  const { tool, args } = answered;
  const { facts, failed } = factsOf(answered);
  const shown = withinBudget(tool, facts, args, maxTokens);
  return shown instanceof Promise
    ? shown.then((fitting) => resultShowing(fitting, failed))
    : resultShowing(shown, failed);
}

function resultShowing({ facts, text }: Shown, failed: boolean): ToolResult {
  const result = successResult(facts, text);
  if (failed) result.isError = true;
  return result;
}

/** The description of a file, with its content. */
async function fileResult(answered: AnsweredCall, context: LimitedContext): Promise<ToolResult> {
  const { tool, args } = answered;
  const { facts, pictures } = await addFileContent(factsOf(answered).facts, context);
  const shown = await withinBudget(tool, facts, args, context.maxResultTokens);
  return { ...successResult(shown.facts, shown.text), ...(pictures.length > 0 && { pictures }) };
}

/** The arguments with the content of the local files that they name. */
async function insertLocalFiles(args: Arguments, context: CallContext, localFiles: LocalFiles) {
  const { loadLocalFiles } = await import('./arguments/local-files.ts');
  return loadLocalFiles(args, localFiles, context);
}

/** The tool's answer, within the operator's limits. */
function answerOf(
  tool: Tool,
  args: Arguments,
  context: CallContext,
  { scope }: CallPolicy,
): Promise<unknown> {
  const answer = tool
    .run(args, context)
    .catch((error) => retryWithNames(error, tool, args, context, scope));
  const { operation } = tool;
  if (!operation || !isScoped(scope)) return answer;
  return answer.then(
    (received) => restrictAnswer(operation, received, scope, context, args),
    (error) => {
      throw restrictFailure(operation, error, scope);
    },
  );
}

/** A deleted object no longer has a resource. */
function isLinked({ effect }: Tool, { linkedResults = 'none' }: CallContext): boolean {
  return effect === 'read'
    ? linkedResults !== 'none'
    : linkedResults === 'all' && effect !== 'delete';
}

/** Shows what a call would send, under all the rules of the call, and sends nothing. */
export function previewTool(
  tool: Tool,
  rawArguments: unknown,
  context: CallContext,
  policy: CallPolicy,
): Promise<ToolOutcome> {
  const previewed = async () => {
    const read = await readArguments(tool, rawArguments, context, policy);
    const args = await withoutWords(tool, read, context, policy.scope);
    const shown = sanitizeDeep(await preview(tool, args, { ...context, scope: policy.scope }));
    return successResult(withoutOwnToken(markUntrusted(shown), context.token));
  };
  return outcomeOrExplanation(tool, policy, previewed(), new Received());
}

/** Returns a promise only if it has to wait. */
function readArguments(
  tool: Tool,
  raw: unknown,
  context: CallContext,
  { scope }: CallPolicy,
): Arguments | Promise<Arguments> {
  const given = parseNamedArguments(tool, raw, scope, context);
  const isDone = tool.effect === 'read' && !isScoped(scope);
  return isDone ? given : prepareArguments(tool, given, context, scope);
}

async function prepareArguments(
  tool: Tool,
  parsing: Arguments | Promise<Arguments>,
  context: CallContext,
  scope: Scope,
): Promise<Arguments> {
  const parsed = await parsing;
  if (tool.effect !== 'read') await sanitizeAhead(parsed);
  const args = tool.effect === 'read' ? parsed : withoutFences(parsed);
  return isScoped(scope) ? argumentsInScope(tool, args, context, scope) : args;
}

/**
 * The arguments, with titles of one word replaced by ids if the words, taken as ids, are out of scope.
 * @throws {ScopeError} if the ids are.
 */
async function argumentsInScope(
  tool: Tool,
  args: Arguments,
  context: CallContext,
  scope: Scope,
): Promise<Arguments> {
  try {
    await requireWithin(scope, idsIn(tool.input, args), context);
    return args;
  } catch (error) {
    if (!(error instanceof ScopeError) || !hasTitles(tool, args)) throw error;
    const { resolveTitles } = await import('./names/resolve-titles.ts');
    const { args: named } = await resolveTitles(tool, args, context, scope);
    if (!named) throw error;
    await requireWithin(scope, idsIn(tool.input, named), context);
    return named;
  }
}

/** The outcome of the work, or an explanation of its failure for the model. */
function outcomeOrExplanation(
  tool: Tool,
  { api }: CallPolicy,
  work: Promise<ToolOutcome>,
  received?: Received,
): Promise<ToolOutcome> {
  return work.catch((error) => {
    const explanation = explanationOf(error, tool, api, received);
    if (explanation === undefined) throw error;
    return errorResult(explanation);
  });
}

/** The failure, explained for a model; undefined for a defect of this server. */
function explanationOf(
  thrown: unknown,
  tool: Tool,
  api: CallPolicy['api'],
  received: Received | undefined,
): string | undefined {
  const error = causeOf(received, thrown);
  if (error instanceof Refusal || error instanceof ScopeError) return error.message;
  if (error instanceof PlatformError)
    return explainPlatformError(error, tool, api, received && !received.hasWritten);
  if (isTooDeep(error)) {
    return 'The answer of the platform is nested too deeply to be read. Check whether the call had an effect before you repeat it.';
  }
  if (!(error instanceof StepFailure)) return undefined;
  const cause = explanationOf(error.cause, tool, api, received);
  return cause && `${cause} Done before that: ${error.done.join('; ')}.`;
}

/** Deeply nested JSON overflows any stack. */
function isTooDeep(error: unknown): boolean {
  return error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
}
