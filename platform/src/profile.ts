/** Which service the platform emulates: the contract's or the current one. */
export type Profile = 'contract' | 'current';
