import {
  type ContentBlock,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from '@modelcontextprotocol/server';
import {
  type Caller,
  idsAmong,
  requireWithin,
  type Scope,
  ScopeError,
} from '../../operations/index.ts';
import {
  instructionOf,
  isOffered,
  type Prompt,
  type PromptResource,
  type PromptValues,
  prompts,
} from '../../prompts/index.ts';
import { isExcludedKind, readResource } from '../../resources/index.ts';
import { asGiven } from '../../text/as-given.ts';
import { createFence } from '../../text/index.ts';
import { RESOURCE_KINDS, resourceUri } from '../../uris/index.ts';
import { accessOf, type CallerOf, type Dependencies, type RevisionOf } from '../dependencies.ts';
import { linkedResults } from '../revisions.ts';
import { resourceError } from './resource-error.ts';

interface PromptContext {
  callerOf: CallerOf;
  revisionOf: RevisionOf;
}

/** Lists the prompts that the available tools can serve, and fills them in. */
export function handlePrompts(
  server: Server,
  dependencies: Dependencies,
  { callerOf, revisionOf }: PromptContext,
): void {
  const { scope, resultLinks } = dependencies;
  const limits = { access: accessOf(dependencies), cache: dependencies.reads };
  const offered = () =>
    prompts.filter((prompt) => isOffered(prompt, dependencies.surface.howToCall));

  server.setRequestHandler('prompts/list', () => ({
    prompts: offered().map(({ name, title, description, arguments: args }) => ({
      name,
      title,
      description,
      arguments: args.filter((argument) => !(argument.name in scope.pinned)),
    })),
  }));

  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    const prompt = offered().find(({ name }) => name === params.name);
    if (!prompt) throw invalid(unknownPrompt(params.name, offered()));
    const values = valuesOf(prompt, params.arguments ?? {}, scope);
    const caller = await callerOf(context);
    await requireOpen(values, scope, caller);
    const canLink = linkedResults(resultLinks, revisionOf(context)) !== 'none';
    const fence = createFence();
    const open = prompt
      .resources(values)
      .filter(({ kind }) => !isExcludedKind(kind, limits.access));
    const attached = open.map(async (resource): Promise<ContentBlock> => {
      const uri = uriOf(resource);
      const { title, priority, mimeType } = RESOURCE_KINDS[resource.kind];
      if (resource.link && !canLink) {
        return { type: 'text', text: `${title}: the resource ${uri}` };
      }
      if (resource.link) {
        return {
          type: 'resource_link',
          uri,
          name: resource.kind,
          title,
          ...(mimeType && { mimeType }),
        };
      }
      try {
        const { contents } = await readResource(uri, resource, caller, limits);
        const text = 'text' in contents ? contents.text : '';
        const fenced = { ...contents, text: fence.wrap(text, { kind: resource.kind }) };
        return { type: 'resource', resource: fenced, annotations: { priority } };
      } catch (error) {
        throw resourceError(error, { tool: RESOURCE_KINDS[resource.kind].tools[0], uri });
      }
    });
    const instruction = instructionOf(prompt, values, dependencies.surface.howToCall);
    const content: ContentBlock[] = [
      { type: 'text', text: instruction },
      ...(await Promise.all(attached)),
    ];
    return {
      description: prompt.description,
      messages: content.map((block) => ({ role: 'user' as const, content: block })),
    };
  });
}

function valuesOf(prompt: Prompt, given: Record<string, string>, scope: Scope): PromptValues {
  const names = prompt.arguments.map(({ name }) => name);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw invalid(`${prompt.name} takes no ${asGiven(unknown)}; it takes ${names.join(', ')}.`);
  }
  const pinned = Object.entries(scope.pinned).filter(([name]) => names.includes(name));
  const filled = Object.entries(given).filter(([, value]) => value.trim() !== '');
  const values: PromptValues = { ...Object.fromEntries(pinned), ...Object.fromEntries(filled) };
  const missing = prompt.arguments.find(({ name, required }) => required && !values[name]);
  if (missing) throw invalid(`${prompt.name} needs ${missing.name}: ${missing.description}.`);
  return values;
}

async function requireOpen(values: PromptValues, scope: Scope, caller: Caller): Promise<void> {
  try {
    await requireWithin(scope, idsAmong(values), caller);
  } catch (error) {
    throw error instanceof ScopeError ? invalid(error.message) : error;
  }
}

function uriOf({ kind, variables }: PromptResource): string {
  try {
    return resourceUri(kind, variables as never);
  } catch (error) {
    throw invalid((error as Error).message);
  }
}

function unknownPrompt(name: string, offered: readonly Prompt[]): string {
  const names = offered.map((prompt) => prompt.name).join(', ');
  return `There is no prompt ${asGiven(name)}; there are ${names}.`;
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
