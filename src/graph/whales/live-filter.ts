import { FILL_USD } from '../../ledger/bounds.ts'
import { addressOf, MICRO } from '../../ledger/quantities.ts'
import type { AlertRow } from '../../whales/alerts/alert-row.ts'
import { sideOf } from '../../whales/alerts/pro-view.ts'
import { builder } from '../kit/builder.ts'
import { MarketCategoryEnum } from '../kit/enums.ts'
import { GIVEN_ADDRESS, GIVEN_CONDITION } from '../kit/limits/known-limits.ts'
import { QualifyingBoardEnum } from '../leaderboards/qualifying-board.ts'
import { TradeSideEnum } from '../traders/trades/trade-terms.ts'

/** The alerts that a subscriber requests; an omitted field does not filter. */
export const WhaleAlertFilterInput = builder.inputType('WhaleAlertFilter', {
  description: 'A filter for live alerts. An omitted or null field matches any alert.',
  fields: (t) => ({
    category: t.field({ type: MarketCategoryEnum, description: 'Only fills in markets of this category.' }),
    minUsd: t.float({
      limits: FILL_USD,
      description: 'Only fills of at least this many USD, from {limits}.',
    }),
    side: t.field({ type: TradeSideEnum, description: 'Only fills of this side.' }),
    qualifying: t.field({
      type: QualifyingBoardEnum,
      description: 'Only alerts for which the trader qualified by this leaderboard.',
    }),
    trader: t.string({
      limits: GIVEN_ADDRESS,
      description: 'Only fills of this trader: a wallet address, {limits}.',
    }),
    market: t.id({
      limits: GIVEN_CONDITION,
      description: 'Only fills in this market: its condition, {limits}.',
    }),
  }),
})

/** Returns whether an alert meets a filter, as the store's queries decide it. */
export function liveFilter(
  filter: typeof WhaleAlertFilterInput.$inferInput | null | undefined,
): (row: AlertRow) => boolean {
  const { category, minUsd, side, qualifying, trader, market } = filter ?? {}
  const least = Math.ceil((minUsd ?? 0) * MICRO)
  const address = trader ? addressOf(trader.toLowerCase()) : null
  const condition = market?.toLowerCase() ?? null
  return (row) =>
    row.usd >= least &&
    (!category || row.category === category) &&
    (!side || sideOf(row) === side) &&
    (!qualifying || row.boards.split(' ').includes(qualifying)) &&
    (address === null || row.address === address) &&
    (condition === null || row.condition === condition)
}
