import type { Background } from './background.ts';
import type { AddressRule } from './outbound.ts';

/** What handlers need besides the data. */
export interface Runtime {
  /** Which addresses the platform may fetch when a caller names a URL. */
  readonly mayAsk: AddressRule;
  readonly background: Background;
  /** Resolves when searches find everything that was written before. */
  readonly indexed: () => Promise<void>;
  /** Whether a title that is written back with a page's text stays in it, as on the live service. */
  readonly doublesTitles: boolean;
}
