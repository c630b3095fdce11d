/** A definition of profit, as answers name it. */
export interface PnlMethod {
  readonly method: 'MARKED' | 'OFFICIAL_SUBGRAPH'
  /** A few sentences on the method and on the difference between the two. */
  readonly sentence: string
}

/** The two definitions of a trader's profit: Pequod's, then that of Polymarket's public subgraph. */
export const PNL_METHODS = [
  {
    method: 'MARKED',
    sentence:
      'Average cost in exact integers, fees included. A position is settled at its resolution, redeemed or not; open ' +
      'positions are valued at the mark; shares that move between wallets keep their cost. Shares of unknown origin ' +
      'earn no profit.',
  },
  {
    method: 'OFFICIAL_SUBGRAPH',
    sentence:
      "The rule of Polymarket's public PnL subgraph: average price, truncated to a millionth of a dollar at every buy. " +
      'It excludes fees, ignores transfers between wallets, and keeps losing positions open until they are redeemed, ' +
      'so its realized profit is too high. Its open shares are valued at the same mark as in MARKED.',
  },
] as const satisfies readonly PnlMethod[]
