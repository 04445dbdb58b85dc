/** The method that opens a stream of notifications, since revision 2026-07-28. */
export const LISTEN = 'subscriptions/listen';
