import {
  MICRO,
  type MicroPrice,
  type MicroShares,
  type MicroUsd,
  mulDivTruncated,
} from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'

/** Profit by the rule of Polymarket's public subgraph, to be compared with ours. */
export const OFFICIAL_PNL = {
  id: 'officialPnl',
  title: "Profit or loss by Polymarket's subgraph",
  formula:
    'Realized profit by the rule of the public PnL subgraph, plus its open shares times the mark less its average price. A position without a known price is carried at its average price.',
  unit: 'USD',
  range: 'any amount',
  minimumSample: null,
  direction: 'HIGHER_IS_BETTER',
  nullWhen: null,
  source: 'methodology §3',
} as const satisfies MetricDefinition

/** The official rule's holding of a token, with the current price of a share. */
export interface OfficialHolding {
  readonly amount: MicroShares
  /** Average price, micro-dollars a share; a conversion can make it negative. */
  readonly avg: number
  /** The token's mark, the same as for our own number; null while unknown. */
  readonly mark: MicroPrice | null
}

/** A holding's part of the official profit, beside what was realized, in micro-dollars: trunc(amount · (mark − avg) / 1e6); 0 while the mark is unknown. */
export function officialUnrealized({ amount, avg, mark }: OfficialHolding): MicroUsd {
  return mark === null || amount === 0 ? 0 : mulDivTruncated(mark - avg, amount, MICRO)
}
