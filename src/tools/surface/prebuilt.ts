import type { Service } from '../../operations/index.ts';
import { isWithinScope, type ToolReach } from '../../operations/scope.ts';
import { aliasResolver, resolveAliases } from './aliases.ts';
import type { ToolDefinition } from './definition.ts';
import type { SurfaceOptions } from './options.ts';
import { DEFAULT_SURFACE } from './options.ts';
import { checkNames, type Listable, listedTools } from './selection.ts';

/** The prebuilt part of a tool, with which it can be listed without loading its schemas. */
export interface PrebuiltTool extends Listable {
  /** The services that offer it. */
  readonly services: readonly Service[];
  /** The location of its calls; absent if it stands for other tools, whose location counts instead. */
  readonly reach?: ToolReach;
}

/** The prebuilt definition of a tool; undefined if there is none. */
export type PrebuiltDefinitions = (name: string) => ToolDefinition | undefined;

/**
 * Chooses the listed tools of a catalogue, as `createSurface` does. Undefined if the options change the prebuilt
 * definitions.
 * @throws {SelectionError} for an unknown name.
 */
export function listPrebuilt<T extends PrebuiltTool>(
  prebuilt: readonly T[],
  given: SurfaceOptions,
): readonly T[] | undefined {
  const options = resolveAliases(given, aliasResolver(prebuilt));
  const { api, scope } = options;
  const inScope = prebuilt.filter(
    ({ services, reach }) =>
      (api === 'auto' || services.includes(api)) && (!reach || isWithinScope(scope, reach)),
  );
  checkNames(inScope, options);
  return isDefinedAsBuilt(options) ? listedTools(inScope, options) : undefined;
}

/** Whether the options leave the definitions of tools unchanged, whichever tools they list. */
function isDefinedAsBuilt({
  mode,
  confirm,
  scope,
  maxResultTokens,
  localFiles,
}: SurfaceOptions): boolean {
  return (
    mode === 'typed' &&
    // They are built for stdio, where changes can name local files.
    localFiles !== undefined &&
    confirm !== 'always' &&
    Object.keys(scope.pinned).length === 0 &&
    maxResultTokens === DEFAULT_SURFACE.maxResultTokens
  );
}
