/** How long what was read of the store is taken for what it holds now, in milliseconds. */
export const FRESH_FOR = 1_000
