/** Times that every package's tests share: most of them wait for programs that they have started. */
export const timeouts = { testTimeout: 30_000, hookTimeout: 60_000 };
