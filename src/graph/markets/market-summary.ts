import { centsText, dateText, percentOf, roundMove } from '../../formats.ts'
import { MICRO, type MicroPrice, type Seconds } from '../../ledger/quantities.ts'
import { isSettled } from '../../smart-money/market-prices.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { WHOLE_MARKET } from '../kit/cost/query-cost.ts'
import { dayOfSnapshot, type Market, MarketRef } from '../kit/market-page.ts'
import { type SkilledMoney, skilledMoney } from './skilled-money.ts'

/** The numbers that a market's sentence quotes. */
export interface MarketStand {
  /** The first outcome's name; null while unknown. */
  outcome: string | null
  price: MicroPrice | null
  /** 24 hours earlier. */
  priceDayAgo: MicroPrice | null
  money: SkilledMoney
}

/**
 * The sentences about a market that trades: its first outcome's price and change, then where skilled traders have their money,
 * if the 95% interval of the difference does not contain 0. Null without a price.
 */
export function sentencesOfPrice({ outcome, price, priceDayAgo, money }: MarketStand): string | null {
  if (price === null) return null
  const name = outcome ?? 'The first outcome'
  return [
    `${name} is at ${centsText(price / MICRO)}${moveClause(price, priceDayAgo)}.`,
    ...skillClause(name, money),
  ].join(' ')
}

/** The change of a price in 24 hours, after a comma; empty while the price before is unknown. */
export function moveClause(price: MicroPrice, before: MicroPrice | null): string {
  if (before === null) return ''
  const move = roundMove((price - before) / MICRO)
  if (move === 0) return ', unchanged in 24 hours'
  return `, ${move > 0 ? 'up' : 'down'} ${centsText(Math.abs(move))} in 24 hours`
}

/**
 * The sentence about skilled traders' money, if both groups can be described.
 * @param name of the outcome
 * @param market that the money is in. @default one that is named already
 */
export function skillClause(
  name: string,
  { skilled, others, difference }: SkilledMoney,
  market: string | null = null,
): string[] {
  if (skilled === null || others === null || difference === null) return []
  const [low, high] = difference
  const place = market === null ? '' : ` in the market of ${market}`
  if (low <= 0 && high >= 0) return [`Can’t tell skilled traders’ money${place} from everyone else’s.`]
  const [one, other] = [skilled, others].map(({ outcomes }) =>
    percentOf(outcomes[0]?.share ?? 0, { most: 0 }),
  )
  const skilledHave = market === null ? 'Skilled traders have' : `On ${market}, skilled traders have`
  return [`${skilledHave} ${one} of their money on ${name}; everyone else has ${other}.`]
}

builder.objectFields(MarketRef, (t) => ({
  summary: t.text((market, _args, context) => summaryOf(market, context), {
    nullable: true,
    complexity: WHOLE_MARKET,
    description:
      'One or two sentences about the first outcome: its price, its change in 24 hours, and where skilled traders have their money in whole percents; the result once resolved. Null without a price.',
  }),
}))

/** The sentences about a market: its result once resolved, else its price. Null without a price. */
export async function summaryOf(market: Market, context: RequestContext): Promise<string | null> {
  const { facts, snapshot } = market
  return isSettled(facts, snapshot.cutoff.time) && facts.resolvedTime !== null
    ? sentenceOfResult(market, facts.resolvedTime)
    : sentencesOfOpen(market, context)
}

async function sentenceOfResult({ facts, page, snapshot }: Market, resolvedTime: Seconds): Promise<string> {
  const outcomes = (await page.outcomes()).get(facts.id) ?? []
  const prices = (await page.prices(dayOfSnapshot(snapshot))).get(facts.id) ?? []
  const when = dateText(new Date(resolvedTime * 1_000))
  const won = outcomes.filter((_one, i) => prices[i] === MICRO)
  return won.length === 1 ? `Resolved as ${won[0]?.name ?? 'its winner'} on ${when}.` : `Resolved on ${when}.`
}

async function sentencesOfOpen(market: Market, context: RequestContext): Promise<string | null> {
  const { facts, page, snapshot } = market
  const [money, outcomes, prices, before] = await Promise.all([
    skilledMoney(market, context),
    page.outcomes(),
    page.prices(dayOfSnapshot(snapshot)),
    page.pricesDayAgo(),
  ])
  return sentencesOfPrice({
    outcome: outcomes.get(facts.id)?.[0]?.name ?? null,
    price: prices.get(facts.id)?.[0] ?? null,
    priceDayAgo: before.get(facts.id)?.[0] ?? null,
    money,
  })
}
