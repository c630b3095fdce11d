/** The conditional tokens contract allows no more outcomes, and a neg-risk market no more questions. */
export const MAX_OUTCOMES = 256
