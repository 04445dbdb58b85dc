import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { CallContext, Question, ToolOutcome } from '../tools/index.ts';
import { toolResult, unknownTool } from './tool-result.ts';
import { CONFIRMATION_SECONDS, type UsedConfirmations } from './used-confirmations.ts';

/** Whether the connection speaks the 2025 revisions of the protocol or the one of 2026. */
export type Era = 'legacy' | 'modern';

/** A tool call that may need a person's confirmation. */
export interface PendingCall {
  name: string;
  /** Identifies everything that the confirmation is bound to; see `fingerprint`. */
  fingerprint(): string;
}

/** The state that travels to the client and back between the two rounds of a confirmation. */
interface SealedState {
  /** Identifies this question, so that its answer is used only once. */
  id: string;
  call: string;
  /** The state of the target when the question was asked. */
  target: string;
}

/** A person's decision on a call, and the state of its target that it applies to. */
export type Decision = Required<Pick<CallContext, 'approval'>> &
  Pick<CallContext, 'confirmedState'>;

export type Seal = RequestStateCodec<SealedState>;

interface ApprovalContext {
  server: Server;
  context: ServerContext;
  seal: Seal;
  era: Era;
  usedConfirmations: UsedConfirmations;
}

const CONFIRM = 'confirm';
/** A target that keeps changing while a person is asked should not be changed now. */
const MAX_QUESTIONS = 3;

const NOTHING_TO_FILL_IN = { type: 'object' as const, properties: {} };

const seals = new Map<string, Seal>();
const ownKey = randomBytes(32).toString('hex');

/** Seals the state of a confirmation with the shared key, or with a key of this process. */
export function sealOf(key: string = ownKey): Seal {
  const known =
    seals.get(key) ??
    createRequestStateCodec<SealedState>({ key, ttlSeconds: CONFIRMATION_SECONDS });
  seals.set(key, known);
  return known;
}

/**
 * Answers a tool call. If a person has to confirm it, asks in the way of the connection's era: with an
 * `input_required` result, which a second call answers, or with an elicitation. A client that claims to support
 * elicitation and then fails counts as one that does not.
 */
export async function answerCall(
  call: PendingCall,
  run: (decision: Decision) => Promise<ToolOutcome | undefined>,
  approval: ApprovalContext,
): Promise<CallToolResult | InputRequiredResult> {
  const decision = await decisionOf(call, approval);
  if (decision === UNCERTAIN) return toolResult({ text: UNCERTAIN, isError: true });
  let outcome = await run(decision);
  if (!outcome) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(call.name));
  }
  if (approval.era === 'modern') {
    return 'question' in outcome ? inputFor(outcome, call, approval) : toolResult(outcome);
  }
  for (let questions = 0; 'question' in outcome; questions += 1) {
    if (questions === MAX_QUESTIONS) return toolResult({ text: KEEPS_CHANGING, isError: true });
    const answered = await run(await elicit(outcome, approval));
    if (!answered) throw new Error(`${call.name} is gone`);
    outcome = answered;
  }
  return toolResult(outcome);
}

const UNCERTAIN =
  'Nothing was sent: it is unknown at the moment whether this confirmation was used before. Try again in a minute.';

const KEEPS_CHANGING =
  'Nothing was sent: the target of the call changed each time a person was asked. Read it again, and try later.';

async function inputFor(
  { question, state }: Question,
  call: PendingCall,
  { seal }: ApprovalContext,
): Promise<InputRequiredResult> {
  return inputRequired({
    inputRequests: {
      [CONFIRM]: inputRequired.elicit({ message: question, requestedSchema: NOTHING_TO_FILL_IN }),
    },
    requestState: await seal.mint({ id: randomUUID(), call: call.fingerprint(), target: state }),
  });
}

/** The decision of an earlier round of this call, or whether the client can be asked at all. Marks a yes as used. */
async function decisionOf(
  call: PendingCall,
  { server, context, usedConfirmations }: ApprovalContext,
): Promise<Decision | typeof UNCERTAIN> {
  const state = context.mcpReq.requestState<SealedState>();
  if (state && state.call === call.fingerprint()) {
    const answer = inputResponse(context.mcpReq.inputResponses, CONFIRM);
    if (answer.kind === 'elicit' && answer.action !== 'accept') return { approval: 'declined' };
    if (answer.kind === 'elicit') {
      const isNew = await usedConfirmations.use(state.id).catch(() => undefined);
      if (isNew === undefined) return UNCERTAIN;
      if (isNew) return { approval: 'accepted', confirmedState: state.target };
    }
  }
  const askable = clientCapabilities(server, context)?.elicitation;
  return { approval: askable ? 'askable' : 'unavailable' };
}

/** The client's capabilities: since 2026 each request carries them, before that the handshake did. */
export function clientCapabilities(
  server: Server,
  context: ServerContext,
): ClientCapabilities | undefined {
  const envelope: Readonly<Record<string, unknown>> = context.mcpReq.envelope ?? {};
  const declared = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  return declared ?? server.getClientCapabilities();
}

async function elicit(
  { question, state }: Question,
  { context }: ApprovalContext,
): Promise<Decision> {
  try {
    const { action } = await context.mcpReq.elicitInput({
      message: question,
      requestedSchema: NOTHING_TO_FILL_IN,
    });
    if (action !== 'accept') return { approval: 'declined' };
    return { approval: 'accepted', confirmedState: state };
  } catch (error) {
    if (context.mcpReq.signal.aborted) throw error;
    return { approval: 'unavailable' };
  }
}

/**
 * A confirmation is valid for one tool, its exact arguments and one caller. `caller` identifies the caller: a token,
 * or the identity behind changing tokens.
 */
export function fingerprint(name: string, args: unknown, caller: string): string {
  return createHash('sha256')
    .update(JSON.stringify([name, sorted(args), caller]))
    .digest('base64url');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, member]) => [key, sorted(member)]);
}
