import { type Arguments, toRequest } from '../operations/index.ts';
import { needsConfirmation } from './confirmation/confirmation.ts';
import { describeTarget } from './confirmation/target.ts';
import { mergeIntoCurrent } from './runs/merge-patch.ts';
import type { CallContext, Tool } from './tool.ts';

/** Shows what a call would send and what it would delete or open. Sends only reads. */
export async function preview(tool: Tool, args: Arguments, caller: CallContext) {
  const base = { preview: true, tool: tool.name, effect: tool.effect };
  if (!tool.operation) {
    return { ...base, note: 'Combines several operations; nothing was sent.', arguments: args };
  }
  const sent = await mergeIntoCurrent(tool.operation, args, caller);
  const { path, query, body } = toRequest(tool.operation, sent);
  const filled = tool.operation.pathTemplate.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  return {
    ...base,
    method: tool.operation.method,
    path: filled,
    query,
    ...(body && { body }),
    ...(needsConfirmation(tool, args) && (await consequence(tool, args, caller))),
    note: 'Nothing was sent.',
  };
}

/** What a person would be asked to confirm: the object that would be deleted, replaced or opened, and the reason. */
async function consequence(tool: Tool, args: Arguments, caller: CallContext) {
  const { state: _, present: __, ...target } = await describeTarget(tool, args, caller);
  if (tool.effect !== 'create') return { destroys: target };
  const because = tool.confirm?.(args);
  return { on: target, ...(because !== undefined && { because }) };
}
