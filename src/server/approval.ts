import { createHash, randomBytes } from 'node:crypto';
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
import type { Approval, ToolOutcome } from '../tools/index.ts';
import { toolResult, unknownTool } from './tool-result.ts';

/** Whether the connection speaks the 2025 revisions of the protocol or the one of 2026. */
export type Era = 'legacy' | 'modern';

/** A tool call, by all that a person's word for it is bound to. */
export interface PendingCall {
  name: string;
  arguments: unknown;
  /** Tells the caller apart from all others: a token, or who it is where that changes. */
  caller: string;
}

/** What goes to the client and back between the two rounds of a confirmation. */
interface SealedState {
  call: string;
}

export type Seal = RequestStateCodec<SealedState>;

interface Exchange {
  server: Server;
  context: ServerContext;
  seal: Seal;
  era: Era;
}

const CONFIRM = 'confirm';
const TTL_SECONDS = 600;
const NOTHING_TO_FILL_IN = { type: 'object' as const, properties: {} };

const seals = new Map<string, Seal>();
const ownKey = randomBytes(32).toString('hex');

/** Seals the state of a confirmation with the shared key, or with one of this process. */
export function sealOf(key: string = ownKey): Seal {
  const known =
    seals.get(key) ?? createRequestStateCodec<SealedState>({ key, ttlSeconds: TTL_SECONDS });
  seals.set(key, known);
  return known;
}

/**
 * Answers a tool call. Where a person has to be asked first, it asks in the way of the connection's era: by an
 * `input_required` result, whose answer comes with a second call, or by an elicitation. A client that says it can
 * be asked and then fails counts as one that cannot.
 */
export async function answerCall(
  call: PendingCall,
  run: (approval: Approval) => Promise<ToolOutcome | undefined>,
  exchange: Exchange,
): Promise<CallToolResult | InputRequiredResult> {
  const outcome = await run(approvalOf(call, exchange));
  if (!outcome) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(call.name));
  }
  if (!('question' in outcome)) return toolResult(outcome);
  if (exchange.era === 'modern') {
    return inputRequired({
      inputRequests: {
        [CONFIRM]: inputRequired.elicit({
          message: outcome.question,
          requestedSchema: NOTHING_TO_FILL_IN,
        }),
      },
      requestState: await exchange.seal.mint({ call: digest(call) }),
    });
  }
  const answered = await run(await elicit(outcome.question, exchange));
  if (!answered || 'question' in answered) throw new Error(`${call.name} asked twice`);
  return toolResult(answered);
}

/** What an earlier round of this very call brought, or whether the client can be asked at all. */
function approvalOf(call: PendingCall, { server, context }: Exchange): Approval {
  const state = context.mcpReq.requestState<SealedState>();
  if (state?.call === digest(call)) {
    const answer = inputResponse(context.mcpReq.inputResponses, CONFIRM);
    if (answer.kind === 'elicit') return answer.action === 'accept' ? 'accepted' : 'declined';
  }
  return capabilitiesOf(server, context)?.elicitation ? 'askable' : 'unavailable';
}

/** What the client can do: since 2026 it says so with each request, before that once for the connection. */
function capabilitiesOf(server: Server, context: ServerContext): ClientCapabilities | undefined {
  const envelope: Readonly<Record<string, unknown>> = context.mcpReq.envelope ?? {};
  const declared = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  return declared ?? server.getClientCapabilities();
}

async function elicit(message: string, { context }: Exchange): Promise<Approval> {
  try {
    const { action } = await context.mcpReq.elicitInput({
      message,
      requestedSchema: NOTHING_TO_FILL_IN,
    });
    return action === 'accept' ? 'accepted' : 'declined';
  } catch (error) {
    if (context.mcpReq.signal.aborted) throw error;
    return 'unavailable';
  }
}

/** A person's word holds for one tool, its exact arguments and one caller. */
function digest({ name, arguments: args, caller }: PendingCall): string {
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
