/** Whether this is `npm run fuzz` or `npm run soak`, which run longer than `npm run test:long`. */
export const IS_LONG = process.env.MODE === 'long';
