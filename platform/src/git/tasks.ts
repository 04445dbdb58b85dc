import { task } from '../workers/task.ts';
import type { Project } from './project.ts';
import type { Vars } from './vars.ts';

/** The configuration in a `.gitbook.yaml`. */
export const READ_PROJECT = task<string, Project>('readProject');

/** Whether a `book.json` says where the pages are. */
export const IS_LEGACY_PROJECT = task<string, boolean>('isLegacyProject');

/** The variables in a `.gitbook/vars.yaml`. */
export const READ_VARS = task<string, Vars>('readVars');
