import { DAY_SECONDS, dayOf, MICRO, type MicroPrice } from '../../ledger/quantities.ts'
import { centsOf, percentOf } from '../../text.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { WHOLE_MARKET } from '../kit/cost/query-cost.ts'
import { dayOfSnapshot, type Market, MarketRef } from '../kit/market-page.ts'
import { isSettled } from './market.ts'
import { type SkilledMoney, skilledMoney } from './skilled-money.ts'

/** The numbers that a market's sentence quotes. */
export interface MarketStand {
  /** The first outcome's name; null while unknown. */
  outcome: string | null
  price: MicroPrice | null
  priceDayAgo: MicroPrice | null
  money: SkilledMoney
}

const LONG_DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

/**
 * The sentence about a market that trades: its first outcome's price and change, then where skilled traders have their money,
 * only if the 95% interval of the difference leaves 0 out. Null without a price.
 */
export function sentenceOfPrice({ outcome, price, priceDayAgo, money }: MarketStand): string | null {
  if (price === null) return null
  const name = outcome ?? 'The first outcome'
  const move = priceDayAgo === null ? null : price - priceDayAgo
  const moved =
    move === null
      ? ''
      : centsText(Math.abs(move)) === centsText(0)
        ? ', unchanged since the last close'
        : `, ${move > 0 ? 'up' : 'down'} ${centsText(Math.abs(move))} since the last close`
  return [`${name} is at ${centsText(price)}${moved}.`, ...skillClause(name, money)].join(' ')
}

function skillClause(name: string, { skilled, others, difference }: SkilledMoney): string[] {
  if (skilled === null || others === null || difference === null) return []
  const [low, high] = difference
  if (low <= 0 && high >= 0) return ['Where skilled traders stand cannot be told from everyone else.']
  const [one, other] = [skilled, others].map(({ outcomes }) => percentOf(outcomes[0]?.share ?? 0, { most: 0 }))
  return [`Skilled traders have ${one} of their money on ${name}; everyone else has ${other}.`]
}

/** A price to the cent, with a decimal near 0 and 100. */
function centsText(price: MicroPrice): string {
  const dollars = price / MICRO
  const digits = price > 0 && dollars < 1 && (dollars < 0.02 || dollars > 0.98) ? 1 : 0
  return centsOf(dollars, { least: digits, most: digits })
}

builder.objectFields(MarketRef, (t) => ({
  summary: t.string({
    nullable: true,
    complexity: WHOLE_MARKET,
    description:
      'One or two sentences about the price, its change since the last UTC close, and where skilled traders have their money; the result once resolved. Null without a price.',
    resolve: (market, _args, context) => summaryOf(market, context),
  }),
}))

async function summaryOf(market: Market, context: RequestContext): Promise<string | null> {
  const { facts, page, snapshot } = market
  const outcomes = (await page.outcomes()).get(facts.id) ?? []
  const day = dayOfSnapshot(snapshot)
  const pricesAt = async (close: number) => (await page.prices(close)).get(facts.id) ?? []
  const [prices, before] = await Promise.all([pricesAt(day), pricesAt(day - 1)])
  if (isSettled(facts, snapshot.cutoff.time) && facts.resolvedTime !== null) {
    const when = LONG_DATE.format(dayOf(facts.resolvedTime) * DAY_SECONDS * 1_000)
    const won = outcomes.filter((_one, i) => prices[i] === MICRO)
    return won.length === 1 ? `Resolved as ${won[0]?.name ?? 'its winner'} on ${when}.` : `Resolved on ${when}.`
  }
  return sentenceOfPrice({
    outcome: outcomes[0]?.name ?? null,
    price: prices[0] ?? null,
    priceDayAgo: before[0] ?? null,
    money: await skilledMoney(market, context),
  })
}
