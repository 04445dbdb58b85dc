/** `npm run fuzz` and `npm run soak` do enough for certainty; `npm test` does enough to detect a defect. */
export const IS_LONG = process.env.MODE === 'long';
