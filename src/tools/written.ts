import type { Service } from '../operations/index.ts';
import { DEFAULT_SURFACE } from './defaults.ts';
import { checkNames, type Listable, listedTools } from './selection.ts';
import type { SurfaceOptions } from './surface.ts';

/** What the build writes down of a tool, so that it can be listed without its schemas being loaded. */
export interface WrittenTool extends Listable {
  /** Which services offer it. */
  readonly services: readonly Service[];
}

/**
 * The tools of a catalogue that are listed, or undefined where the options make their definitions other than those
 * that were written down.
 * @throws {SelectionError} for a name that is not known.
 */
export function listedOfWritten<T extends WrittenTool>(
  written: readonly T[],
  options: SurfaceOptions,
): readonly T[] | undefined {
  if (!isDefinedAsWritten(options)) return undefined;
  const { api } = options;
  const offered = written.filter(({ services }) => api === 'auto' || services.includes(api));
  checkNames(offered, options);
  return listedTools(offered, options);
}

/** Whether tools are defined as they are by default, whichever of them are listed. */
function isDefinedAsWritten({ mode, confirm, scope, maxResultTokens }: SurfaceOptions): boolean {
  return (
    mode === 'typed' &&
    confirm !== 'always' &&
    Object.keys(scope.pinned).length === 0 &&
    scope.allowedSpaces === undefined &&
    maxResultTokens === DEFAULT_SURFACE.maxResultTokens
  );
}
