/** Products that the search index keeps at most; the oldest go first. */
export const MOST_PRODUCTS = 10_000
