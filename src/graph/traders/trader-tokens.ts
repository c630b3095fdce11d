import type { ArgBuilder } from '@pothos/core'
import type { MarketCategory } from '../../ledger/market-category.ts'
import type { TraderPosition } from '../../store/snapshot/trader-record.ts'
import type { GraphSchemaTypes } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { MarketCategoryEnum } from '../kit/enums.ts'
import { GIVEN_CONDITION } from '../kit/limits/known-limits.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import { dayOfSnapshot } from '../kit/market-page.ts'
import { oneMarket, tokensOfMarket } from './market-links.ts'

/** All positions of a trader that the caller is shown, by their tokens' numbers. */
export async function positionsOf(
  trader: TraderProfile,
  context: RequestContext,
): Promise<readonly TraderPosition[]> {
  const { snapshot, row } = trader
  return (await context.loaders(snapshot).positions(dayOfSnapshot(snapshot)).load(row.id)) ?? []
}

/** A part of a trader's positions, or of the fills in them; with neither field, all of them. */
export interface HeldIn {
  market?: string | null | undefined
  category?: MarketCategory | null | undefined
}

/** The arguments of {@link HeldIn}. */
export function heldIn(arg: ArgBuilder<GraphSchemaTypes>, rows: string) {
  return {
    market: arg.id({
      description: oneMarket(rows),
      limits: GIVEN_CONDITION,
    }),
    category: arg({
      type: MarketCategoryEnum,
      description: `Only ${rows} in markets of this category. Default: all.`,
    }),
  }
}

/**
 * Returns the tokens of a trader's positions in a market or a category; null for all of them.
 * @throws PequodError NOT_FOUND for an unknown market
 */
export async function tokensIn(
  trader: TraderProfile,
  { market, category }: HeldIn,
  context: RequestContext,
): Promise<number[] | null> {
  const tokens = market ? await tokensOfMarket(market, context) : null
  if (!category) return tokens
  const held = tokens ?? (await positionsOf(trader, context)).map(({ token }) => token)
  const markets = await context.reader.trades.tapeMarkets(held)
  return held.filter((token) => markets.get(token)?.category === category)
}
