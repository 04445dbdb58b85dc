import { describe, expect, it } from 'vitest';
import { operationsByTool } from '../../src/operations/index.ts';
import { tools } from '../../src/tools/index.ts';
import { RESOURCE_KINDS, type ResourceKind, variablesOf } from '../../src/uris/index.ts';

const kinds = Object.keys(RESOURCE_KINDS) as ResourceKind[];

describe('kinds of resources', () => {
  it.each(kinds)('%s names tools that read the same', (kind) => {
    for (const name of RESOURCE_KINDS[kind].tools) {
      expect(tools.find((tool) => tool.name === name)?.effect, name).toBe('read');
    }
  });

  it.each(kinds)('%s has the parameters of its tools', (kind) => {
    const taken = RESOURCE_KINDS[kind].tools.flatMap((name) => {
      const tool = tools.find((candidate) => candidate.name === name);
      return Object.keys(tool?.input.shape ?? {});
    });
    const parts: Record<string, string> = {
      operation: 'select',
      schema: 'select',
      pagePath: 'pagePath',
    };
    for (const variable of variablesOf(kind)) {
      expect(taken).toContain(parts[variable] ?? variable);
    }
  });

  it.each(kinds)('%s names a tool that the legacy service has', (kind) => {
    const needsToday = kind.startsWith('revision-');
    const offered = RESOURCE_KINDS[kind].tools.some(
      (name) => operationsByTool.get(name)?.service === undefined,
    );
    expect(offered).toBe(!needsToday);
  });

  it.each(Object.values(RESOURCE_KINDS))('have a short description: $title', (kind) => {
    const { title, description, priority } = kind;
    expect(title.length).toBeLessThanOrEqual(60);
    expect(description.length).toBeLessThanOrEqual(140);
    expect(priority).toBeGreaterThanOrEqual(0);
    expect(priority).toBeLessThanOrEqual(1);
  });
});
