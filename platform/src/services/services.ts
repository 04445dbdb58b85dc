import type { Background } from './background.ts';
import type { AddressRule } from './outbound.ts';

/** What handlers need of the platform besides its data. */
export interface PlatformServices {
  /** Which addresses the platform may ask when a caller names a URL. */
  readonly mayAsk: AddressRule;
  readonly background: Background;
  /** Resolves when a search finds everything that was written before. */
  readonly indexed: () => Promise<void>;
  /** Whether a title that comes back with a page's text stays in it, as on the live service. */
  readonly doublesTitles: boolean;
}
