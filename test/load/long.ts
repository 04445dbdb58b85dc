/** `npm run fuzz` and `npm run soak` do as much as it takes to be sure; `npm test` does enough to see what is broken. */
export const IS_LONG = process.env.MODE === 'long';
