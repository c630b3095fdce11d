/** A way to count profit, as an answer names it. */
export interface PnlMethod {
  /** Stable name of the method. */
  readonly method: 'MARKED' | 'OFFICIAL_SUBGRAPH'
  /** What it does, and why the two differ: a few full sentences. */
  readonly sentence: string
}

/** The two ways by which a trader's profit is shown: ours first, then the one of Polymarket's public subgraph. */
export const PNL_METHODS = [
  {
    method: 'MARKED',
    sentence:
      'Average cost in exact integers, fees included. A resolved position is settled at once, redeemed or not, open ' +
      'ones stand at the mark, and shares that move between wallets take their cost along. Shares that the ledger ' +
      'has not seen come in never make a profit.',
  },
  {
    method: 'OFFICIAL_SUBGRAPH',
    sentence:
      "The rule of Polymarket's public PnL subgraph: average price, truncated to a millionth of a dollar at every buy. " +
      'It leaves fees out, sees no transfer between wallets, and keeps losers open until they are redeemed, so its ' +
      'realized part runs high. What it still counts as held stands at the same mark here as in our own number.',
  },
] as const satisfies readonly PnlMethod[]
