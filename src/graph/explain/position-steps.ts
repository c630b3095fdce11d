import { defined } from '../../checks.ts'
import { exactMoney, exactShares } from '../../formats.ts'
import { DAY_SECONDS, type Day, dayText, MICRO } from '../../ledger/quantities.ts'
import { officialUnrealized } from '../../metrics/profit/results.ts'
import { type PlaceBound, placeName } from '../../store/ledger/place.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import type { TraderPosition } from '../../store/snapshot/trader-record.ts'
import type { PositionDayRow, PositionNumbers } from '../../store/trades/day-steps.ts'
import type { RequestContext } from '../kit/context.ts'
import { type Step, type StepUnit, stepOf } from '../kit/explanation.ts'
import { dayOfSnapshot } from '../kit/market-page.ts'
import { eventEnd } from '../kit/paging/page-slice.ts'
import { dateOf, eventText, eventTitle, valueText } from './step-texts.ts'

// A position's part of a number: its parts, their days, and the events of these.

export interface PositionSum {
  unit: StepUnit
  of(position: TraderPosition): number
  /** The steps of one position at a close. */
  partsOf(position: TraderPosition, at: PositionAt): Promise<readonly Step[]>
  textOf(position: TraderPosition): string
}

/** Where a position's days are read: those of a trader by number, up to the close of a day. */
export interface PositionAt {
  owner: number
  snapshot: Snapshot
  context: RequestContext
  day: Day
}

const flow = (column: FlowColumn, of: (position: TraderPosition) => number, unit: StepUnit = 'USD') =>
  ({
    unit,
    of,
    partsOf: (position, at) => daysOf(position, at, column),
    textOf: (position) => `Everything that the position's events added: ${valueText(of(position), unit)}.`,
  }) satisfies PositionSum

/** The sums, by the ids of their metrics. */
export const SUMS = {
  pnl: {
    unit: 'USD',
    of: ({ realized, unrealized }) => realized + unrealized,
    textOf: ({ realized, value, cost }) =>
      value === 0 && cost === 0
        ? `Realized ${exactMoney(realized, true)}; no shares are held.`
        : `Realized ${exactMoney(realized, true)} + value ${exactMoney(value)} − cost ${exactMoney(cost)} = ${exactMoney(realized + value - cost, true)}.`,
    partsOf: async (position, at) => [realizedStep(position, at), ...markSteps(position, at)],
  },
  realizedPnl: flow('realized', ({ realized }) => realized),
  unrealizedPnl: {
    unit: 'USD',
    of: ({ unrealized }) => unrealized,
    textOf: ({ value, cost }) =>
      `Value ${exactMoney(value)} − cost ${exactMoney(cost)} = ${exactMoney(value - cost, true)}.`,
    partsOf: async (position, at) => markSteps(position, at),
  },
  officialPnl: {
    unit: 'USD',
    of: ({ official }) => official,
    textOf: ({ official }) => `By the rule of the public subgraph: ${exactMoney(official, true)}.`,
    partsOf: officialSteps,
  },
  volume: flow('volume', ({ volume }) => volume),
  totalBought: flow('bought', ({ bought }) => bought),
  fees: flow('fees', ({ fees }) => fees),
  tradeCount: flow('fills', ({ fills }) => fills, 'COUNT'),
} as const satisfies Record<string, PositionSum>

/** Marked value of the shares held: the start of a return's base. */
export const VALUE: PositionSum = {
  unit: 'USD',
  of: ({ value }) => value,
  textOf: ({ value }) => `Marked value: ${exactMoney(value)}.`,
  partsOf: async (position, at) => [valueStep(position, at)],
}

/** A position with its part of a sum. */
export function positionStep(position: TraderPosition, sum: PositionSum, at: PositionAt): Step {
  return stepOf({
    name: `${position.token}`,
    token: position.token,
    unit: sum.unit,
    value: sum.of(position),
    text: sum.textOf(position),
    steps: () => sum.partsOf(position, at),
  })
}

function realizedStep(position: TraderPosition, at: PositionAt): Step {
  return stepOf({
    name: 'realized',
    title: 'Realized profit',
    value: position.realized,
    text: `Proceeds of shares that left less their average cost: ${exactMoney(position.realized, true)}.`,
    steps: () => daysOf(position, at, 'realized'),
  })
}

function markSteps(position: TraderPosition, at: PositionAt): Step[] {
  if (position.shares === 0 && position.cost === 0) return []
  return [
    valueStep(position, at),
    stepOf({
      name: 'cost',
      title: 'Cost of the shares held',
      sign: -1,
      value: position.cost,
      text: `Cost that came in less cost that left: ${exactMoney(position.cost)}.`,
      steps: () => daysOf(position, at, 'cost'),
    }),
  ]
}

/** Shares times price; a position without a known price is carried at cost. */
function valueStep(position: TraderPosition, at: PositionAt): Step {
  const { shares, cost, price, value } = position
  if (price === null)
    return stepOf({
      name: 'value',
      title: 'Value of the shares held',
      value,
      text: `No price is known, so the shares count at their cost: ${exactMoney(cost)}.`,
      steps: () => daysOf(position, at, 'cost'),
    })
  return stepOf({
    name: 'value',
    title: 'Value of the shares held',
    kind: 'PRODUCT',
    value,
    text: `${exactShares(shares)} × ${exactMoney(price)} = ${exactMoney(value)}, rounded down to a millionth of a dollar.`,
    steps: async () => [
      stepOf({
        name: 'shares',
        title: 'Shares held',
        unit: 'SHARES',
        value: shares,
        text: `Shares that came in less shares that left: ${exactShares(shares)}.`,
        steps: () => daysOf(position, at, 'shares'),
      }),
      await priceStep(position, at),
    ],
  })
}

/** Fills of a market that are looked through for the one that made its price. */
const MOST_LOOKED_AT = 200

/** The price of a share: its payout, or the last fill that makes a price, of it or of the other outcome. */
export async function priceStep(
  { token, price }: Pick<TraderPosition, 'token' | 'price'>,
  at: Omit<PositionAt, 'owner'>,
): Promise<Step> {
  const { trades } = at.context.reader
  const end = endOf(at)
  const own = defined((await trades.tokens([token])).get(token))
  const common = { name: 'price', title: 'Price of a share', unit: 'USD_PER_SHARE', value: price } as const
  const resolution = own.condition === null ? null : await trades.resolutionOf(own.condition, end)
  if (resolution !== null)
    return stepOf({
      ...common,
      kind: 'EVENT',
      event: resolution,
      text: `The payout of a share, known since the market resolved: ${valueText(price, common.unit)}.`,
    })
  const siblings = own.condition === null ? [own] : await trades.tokensOfCondition(own.condition)
  const fills = await trades.fills({
    streams: siblings.map(({ id }) => ({ column: 'token_id', id })),
    filter: { upTo: end },
    newestFirst: true,
    limit: MOST_LOOKED_AT,
  })
  const event = fills.find(({ shares, usd }) => shares >= MICRO && usd <= shares) ?? null
  const isOwn = event?.token === token
  return stepOf({
    ...common,
    kind: event === null ? 'FACT' : 'EVENT',
    event,
    text:
      event === null
        ? `The market's last trade of at least one share was at ${valueText(price, common.unit)}.`
        : `The market's last trade of at least one share: ${exactMoney(event.usd)} ÷ ${exactShares(event.shares)}${isOwn ? '' : ' of the other outcome, so 1 less that'} = ${valueText(price, common.unit)}.`,
  })
}

/** The columns of a position's days that add up over days, and holdings, which change from one day to the next. */
type FlowColumn = Exclude<keyof PositionNumbers, 'sold' | 'untracked'>

const UNITS: Readonly<Partial<Record<FlowColumn, StepUnit>>> = { shares: 'SHARES', fills: 'COUNT' }

/** A position's days with what each added to a number, in order. */
export async function daysOf(
  { token }: Pick<TraderPosition, 'token'>,
  at: PositionAt,
  column: FlowColumn,
): Promise<Step[]> {
  const { owner, snapshot, context } = at
  const id = { trader: owner, token }
  const rows = await context.reader.trades.positionDays(id, at.day, snapshot.ledgerVersion)
  const unit = UNITS[column] ?? 'USD'
  return rows.flatMap((own, i) => {
    const value = addedBy(own, rows[i - 1], column)
    if (value === 0) return []
    return stepOf({
      name: dayText(own.day),
      title: dateOf(own.day),
      day: own.day,
      unit,
      value,
      text: `Added on this day: ${valueText(value, unit, true)}.`,
      steps: () => eventsOf({ ...id, day: own.day }, at, column),
    })
  })
}

function addedBy(row: PositionDayRow, before: PositionDayRow | undefined, column: FlowColumn): number {
  const isHolding = column === 'shares' || column === 'cost'
  return row[column] - (isHolding ? (before?.[column] ?? 0) : 0)
}

interface PositionDay {
  trader: number
  token: number
  day: Day
}

/** The events of a position's day with what each added to a number, in order. */
async function eventsOf(position: PositionDay, at: PositionAt, column: FlowColumn): Promise<Step[]> {
  const steps = await at.context.reader.trades.stepsOfDay({
    ...position,
    version: at.snapshot.ledgerVersion,
    upTo: endOf(at),
  })
  return (steps ?? []).flatMap((step) => {
    const value = step.change[column]
    if (value === 0) return []
    const { event } = step
    return stepOf({
      name: placeName(event).replace(' ', '-'),
      kind: 'EVENT',
      title: eventTitle(step),
      unit: UNITS[column] ?? 'USD',
      value,
      text: eventText(step, column),
      event,
    })
  })
}

/** The last place that counts at a close: that of the snapshot on its own day. */
export function endOf({ snapshot, day }: Pick<PositionAt, 'snapshot' | 'day'>): PlaceBound {
  if (day >= dayOfSnapshot(snapshot)) return eventEnd(snapshot)
  return { time: (day + 1) * DAY_SECONDS - 1, key: Number.MAX_SAFE_INTEGER }
}

async function officialSteps(position: TraderPosition, at: PositionAt): Promise<Step[]> {
  const { owner, snapshot, context } = at
  const id = { trader: owner, token: position.token }
  const rows = await context.reader.trades.positionDays(id, at.day, snapshot.ledgerVersion)
  const realized = rows.reduce((sum, { officialRealized }) => sum + officialRealized, 0)
  const { officialAmount: amount, officialAvg: avg } = rows.at(-1) ?? { officialAmount: 0, officialAvg: 0 }
  const open = officialUnrealized({ amount, avg, mark: position.price })
  return [
    stepOf({
      name: 'realized',
      title: 'Realized by the official rule',
      value: realized,
      text: `Shares sold times price less average price: ${exactMoney(realized, true)}.`,
      steps: () => daysOf(position, at, 'officialRealized'),
    }),
    stepOf({
      name: 'unrealized',
      title: 'Open by the official rule',
      kind: 'FACT',
      value: open,
      text:
        position.price === null
          ? 'No price is known, so the holding adds nothing.'
          : `${exactShares(amount)} × (price ${exactMoney(position.price)} − average price ${exactMoney(avg)}) = ${exactMoney(open, true)}. This rule counts losing shares as open until they are redeemed.`,
    }),
  ].filter(({ value }) => value !== 0)
}
