/**
 * The number of the rules by which numbers are computed. Raise it with every change after which the same ledger gives
 * another row, series or board: the first refresh by new rules then computes everyone again.
 */
export const RULES = 7
