import {
  type Arguments,
  checkArguments,
  type Operation,
  type OperationRequest,
  operationsByTool,
  toRequest,
} from '../../src/operations/index.ts';

function operationOf(tool: string): Operation {
  const operation = operationsByTool.get(tool);
  if (!operation) throw new Error(`no tool is called ${tool}`);
  return operation;
}

/** The request of a call, or the texts of its refusal. */
export function call(tool: string, args: Arguments): OperationRequest | string[] {
  const operation = operationOf(tool);
  const { data, error } = operation.input.safeParse(args);
  if (error) return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const refused = checkArguments(operation, data);
  return refused === undefined ? toRequest(operation, data) : [refused];
}
