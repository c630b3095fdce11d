import { exactMoney, exactShares, plural } from '../../formats.ts'
import { DAY_SECONDS, type Day, dayText, MICRO } from '../../ledger/quantities.ts'
import { placeName } from '../../store/ledger/place.ts'
import type { BookRow } from '../../store/markets/market-book.ts'
import type { VolumeDay } from '../../store/markets/volume-up-to.ts'
import type { StoredTrade } from '../../store/trades/trade-filter.ts'
import type { RequestContext } from '../kit/context.ts'
import { type Step, stepOf, valueFrom } from '../kit/explanation.ts'
import { dayOfSnapshot, type Market } from '../kit/market-page.ts'
import { openInterest, supplies } from '../markets/market-totals.ts'
import { earlier } from './change-steps.ts'
import { daysOf, endOf, priceStep } from './position-steps.ts'
import { dateOf, valueText } from './step-texts.ts'

// A market's number as a tree: its outcomes, their days or holders, and the events of these.

interface Definition {
  title: string
  formula: string
  source: string
}

export const MARKET_NUMBERS = {
  volume: {
    title: 'Volume',
    formula:
      'Dollars of its TAKER fills, so that each trade counts once; of all fills where no role is known. Null where only some roles are known.',
    source: 'methodology §4',
  },
  'open-interest': {
    title: 'Open interest',
    formula: 'Shares held of each outcome × its mark, rounded down to a millionth of a dollar.',
    source: 'methodology §3',
  },
  holders: {
    title: 'Holders',
    formula: 'Positions with shares of an outcome, without those of traders who opted out.',
    source: 'methodology §2',
  },
} as const satisfies Record<string, Definition>

export type MarketNumber = keyof typeof MARKET_NUMBERS

/** A market's number and the days that it is of. */
export interface ExplainedMarket {
  market: Market
  number: MarketNumber
  /** The day before the window of a volume; null for all time. */
  dayBefore: Day | null
  /** The day whose close the number is compared with; null for the number itself. */
  since: Day | null
}

interface Scope {
  market: Market
  number: MarketNumber
  context: RequestContext
  day: Day
}

/** The tree of a market's number; what is not asked for is not read. */
export async function marketTree(
  { market, number, dayBefore, since }: ExplainedMarket,
  context: RequestContext,
): Promise<Step> {
  const scope = { market, number, context, day: dayOfSnapshot(market.snapshot) }
  if (since === null) return rootOf(scope, dayBefore)
  if (number === 'volume') return rootOf(scope, since)
  const end = await rootOf(scope, null)
  const steps = [end, earlier(await rootOf({ ...scope, day: since }, null), since)]
  const value = valueFrom('SUM', steps)
  const [now, then] = steps.map((step) => valueText(step.value, step.unit))
  return stepOf({
    name: number,
    title: `Change of ${MARKET_NUMBERS[number].title}`,
    unit: end.unit,
    value,
    text: `Now ${now} − at the close of ${dateOf(since)} ${then} = ${valueText(value, end.unit, true)}.`,
    steps: async () => steps,
  })
}

function rootOf(scope: Scope, dayBefore: Day | null): Promise<Step> {
  switch (scope.number) {
    case 'volume':
      return volumeOf(scope, dayBefore)
    case 'open-interest':
      return openInterestOf(scope)
    case 'holders':
      return holdersOf(scope)
  }
}

async function outcomesOf({ market: { facts, page } }: Scope) {
  return (await page.outcomes()).get(facts.id) ?? []
}

/** Fills of a day of an outcome that are listed at most; a longer day is a leaf. */
const MOST_FILLS = 20_000

/** The volume by outcome, day and fill; null where only some roles are known. */
async function volumeOf(scope: Scope, dayBefore: Day | null): Promise<Step> {
  const { market, context } = scope
  const { facts, page, snapshot } = market
  const from = dayBefore === null ? null : dayBefore + 1
  const value = (await page.volumes(from)).get(facts.id)
  const common = { name: 'volume', title: MARKET_NUMBERS.volume.title } as const
  if (value === null)
    return stepOf({
      ...common,
      kind: 'FACT',
      value,
      text: 'The roles of some fills are known, and of others not.',
    })
  const days = await context.reader.marketStore.volumeDays(facts.id, { upTo: snapshot.cutoff.time, from })
  const steps = [...Map.groupBy(days, ({ token }) => token)]
    .map(([token, own]) => {
      const sum = own.reduce((total, { usd }) => total + usd, 0)
      return stepOf({
        name: `${token}`,
        token,
        value: sum,
        text: `Traded on ${plural(own.length, 'day')}: ${exactMoney(sum)}.`,
        steps: async () => own.map((one) => volumeDay(scope, one)),
      })
    })
    .sort((a, b) => Number(b.value) - Number(a.value) || Number(a.token) - Number(b.token))
  const since = from === null ? '' : ` since ${dateOf(from)}`
  const text = `Traded${since} in ${plural(steps.length, 'outcome')}: ${exactMoney(value ?? 0)}.`
  return stepOf({ ...common, value: value ?? 0, text, steps: async () => steps })
}

function volumeDay({ market, context }: Scope, { token, day, usd, fills }: VolumeDay): Step {
  const isLong = fills > MOST_FILLS
  return stepOf({
    name: dayText(day),
    title: dateOf(day),
    day,
    kind: isLong ? 'FACT' : 'SUM',
    value: usd,
    text: `${exactMoney(usd)} in ${plural(fills, 'fill')}${isLong ? ', too many to list' : ''}.`,
    steps: isLong ? null : () => fillsOf({ market, token, day }, context),
  })
}

async function fillsOf(
  { market: { snapshot }, token, day }: { market: Market; token: number; day: Day },
  context: RequestContext,
): Promise<Step[]> {
  const fills = await context.reader.trades.fills({
    streams: [{ column: 'token_id', id: token }],
    filter: { since: day * DAY_SECONDS, upTo: endOf({ snapshot, day }) },
    newestFirst: false,
    limit: MOST_FILLS + 1,
  })
  return fills.filter(({ role, usd }) => role !== 0 && usd !== 0).map(fillStep)
}

/** A fill with its terms. */
export function fillStep(event: StoredTrade): Step {
  const { side, shares, usd, role } = event
  const price = shares === 0 ? '' : ` at ${exactMoney(Math.round((usd * MICRO) / shares))}`
  return stepOf({
    name: placeName(event).replace(' ', '-'),
    kind: 'EVENT',
    title: side === 0 ? 'Buy' : 'Sell',
    value: usd,
    text: `${side === 0 ? 'Bought' : 'Sold'} ${exactShares(shares)}${price} for ${exactMoney(usd)}${role === null ? ', its role unknown' : ''}.`,
    event,
  })
}

/** Shares held times price, by outcome; null where a price is unknown. */
async function openInterestOf(scope: Scope): Promise<Step> {
  const { market, context, day } = scope
  const value = await openInterest(market, day)
  const held = await supplies(market, day)
  const prices = (await market.page.prices(day)).get(market.facts.id) ?? []
  const at = { snapshot: market.snapshot, context, day }
  const steps = (await outcomesOf(scope)).flatMap(({ token }, i) => {
    const [shares, price] = [held[i] ?? 0, prices[i] ?? null]
    if (shares === 0) return []
    const value = price === null ? null : Number((BigInt(shares) * BigInt(price)) / BigInt(MICRO))
    return stepOf({
      name: `${token}`,
      token,
      kind: 'PRODUCT',
      value,
      text: `${exactShares(shares)} × ${valueText(price, 'USD_PER_SHARE')} = ${valueText(value, 'USD')}, rounded down to a millionth of a dollar.`,
      steps: async () => [supplyStep(scope, token, shares), await priceStep({ token, price }, at)],
    })
  })
  return stepOf({
    name: 'open-interest',
    title: MARKET_NUMBERS['open-interest'].title,
    value,
    text: `Shares held in ${plural(steps.length, 'outcome')} at their marks: ${valueText(value, 'USD')}.`,
    steps: async () => steps,
  })
}

/** Shares of an outcome that traders hold: those of each holder, and of all who opted out together. */
function supplyStep(scope: Scope, token: number, shares: number): Step {
  return stepOf({
    name: 'shares',
    title: 'Shares held',
    unit: 'SHARES',
    value: shares,
    text: `Held by all traders: ${exactShares(shares)}.`,
    steps: async () => {
      const { shown, hidden } = await heldOf(scope, token)
      const rest = hidden.reduce((sum, row) => sum + row.shares, 0)
      const steps = shown.map((row) => holderStep(scope, row))
      if (rest === 0) return steps
      const text = `Held by traders who opted out: ${exactShares(rest)}.`
      const others = {
        name: 'opted-out',
        title: 'Traders who opted out',
        unit: 'SHARES',
        kind: 'FACT',
      } as const
      return [...steps, stepOf({ ...others, value: rest, text })]
    },
  })
}

/** The holders of an outcome, the largest first. */
async function heldOf({ market, day }: Scope, token: number) {
  const { byToken, hidden } = await market.page.book(day)
  const held = (byToken.get(token) ?? []).filter(({ shares }) => shares > 0)
  return {
    shown: held
      .filter(({ trader }) => !hidden.has(trader))
      .sort((a, b) => b.shares - a.shares || a.trader - b.trader),
    hidden: held.filter(({ trader }) => hidden.has(trader)),
  }
}

function holderStep({ market: { snapshot }, context, day }: Scope, { trader, token, shares }: BookRow): Step {
  return stepOf({
    name: `${trader}`,
    trader,
    unit: 'SHARES',
    value: shares,
    text: `Holds ${exactShares(shares)}.`,
    steps: () => daysOf({ token }, { owner: trader, snapshot, context, day }, 'shares'),
  })
}

/** Positions with shares, by outcome. */
async function holdersOf(scope: Scope): Promise<Step> {
  const steps: Step[] = []
  for (const { token } of await outcomesOf(scope)) {
    const { shown } = await heldOf(scope, token)
    if (shown.length === 0) continue
    steps.push(
      stepOf({
        name: `${token}`,
        token,
        kind: 'COUNT',
        unit: 'COUNT',
        value: shown.length,
        text: `${plural(shown.length, 'trader')} with shares of the outcome.`,
        steps: async () => shown.map((row) => holderStep(scope, row)),
      }),
    )
  }
  const value = valueFrom('SUM', steps)
  return stepOf({
    name: 'holders',
    title: MARKET_NUMBERS.holders.title,
    unit: 'COUNT',
    value,
    text: `Holders of ${plural(steps.length, 'outcome')}: ${value}.`,
    steps: async () => steps,
  })
}
