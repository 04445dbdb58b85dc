import type { Service } from '../operations/index.ts';
import { isWithin, type Reach } from '../operations/scope.ts';
import { presentNames, withPresentNames } from './aliases.ts';
import { checkNames, type Listable, listedTools } from './selection.ts';
import type { SurfaceOptions } from './surface-options.ts';
import { DEFAULT_SURFACE } from './surface-options.ts';

/** What the build writes down of a tool, so that it can be listed without its schemas being loaded. */
export interface WrittenTool extends Listable {
  /** Which services offer it. */
  readonly services: readonly Service[];
  /** Where its calls lead; absent where it stands for other tools, whose calls count instead. */
  readonly reach?: Reach;
}

/**
 * Chooses what is listed of a catalogue, as `createSurface` does. Undefined where the options make the definitions of
 * tools other than those that were written down.
 * @throws {SelectionError} for a name that is not known.
 */
export function listedOfWritten<T extends WrittenTool>(
  written: readonly T[],
  given: SurfaceOptions,
): readonly T[] | undefined {
  const options = withPresentNames(given, presentNames(written));
  const { api, scope } = options;
  const inScope = written.filter(
    ({ services, reach }) =>
      (api === 'auto' || services.includes(api)) && (!reach || isWithin(scope, reach)),
  );
  checkNames(inScope, options);
  return isDefinedAsWritten(options) ? listedTools(inScope, options) : undefined;
}

/** Whether tools are defined as they are by default, whichever of them are listed. */
function isDefinedAsWritten({ mode, confirm, scope, maxResultTokens }: SurfaceOptions): boolean {
  return (
    mode === 'typed' &&
    confirm !== 'always' &&
    Object.keys(scope.pinned).length === 0 &&
    maxResultTokens === DEFAULT_SURFACE.maxResultTokens
  );
}
