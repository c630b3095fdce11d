import { applyFill, applyResolve, applySplit, applyTransfer } from '../../../src/ledger/fold.ts'
import { emptyPosition, type Position } from '../../../src/ledger/position.ts'
import type { KeptSign, ReadSigns } from '../../../src/tape/signs/sign.ts'

/** A market of the small world: its tokens by outcome, and its neg-risk market. */
export interface WorldMarket {
  id: number
  tokens: readonly number[]
  negRisk: number | null
}

/** An event of the small world, in the ledger's order. */
export type WorldEvent = {
  time: number
  key: number
  item: number
  block: number | null
  tx: string | null
} & (
  | {
      kind: 'FILL'
      owner: number
      token: number
      side: 'BUY' | 'SELL'
      role: 'MAKER' | 'TAKER' | null
      shares: number
      usd: number
      fee: number
    }
  | { kind: 'SPLIT'; owner: number; market: number; amount: number }
  | { kind: 'TRANSFER'; from: number; to: number; token: number; amount: number }
  | { kind: 'INCOME'; owner: number }
  | { kind: 'RESOLVE'; market: number; prices: readonly number[] }
)
type WorldFill = WorldEvent & { kind: 'FILL' }

const DAY = 86_400
const THOUSAND = 1_000_000_000

interface Whole {
  fills: WorldFill[]
  /** Places, as indexes of the events. */
  first: number
  last: number
}

const txOf = (event: WorldEvent) => event.tx ?? `${event.key} ${event.item}`

/** Whole trades, each found by comparing every fill with every other. */
export function slowWholes(events: readonly WorldEvent[]): Whole[] {
  const wholes: Whole[] = []
  events.forEach((event, i) => {
    if (event.kind !== 'FILL') return
    const isSame = (other: WorldEvent): other is WorldFill =>
      other.kind === 'FILL' &&
      txOf(other) === txOf(event) &&
      other.owner === event.owner &&
      other.token === event.token &&
      other.side === event.side
    if (events.findIndex(isSame) !== i) return
    wholes.push({
      fills: events.filter(isSame),
      first: events.findIndex((other) => txOf(other) === txOf(event)),
      last: events.findLastIndex(isSame),
    })
  })
  return wholes
}

const usdOf = ({ fills }: Whole) => fills.reduce((sum, { usd }) => sum + usd, 0)
const sharesOf = ({ fills }: Whole) => fills.reduce((sum, { shares }) => sum + shares, 0)
const headOf = ({ fills }: Whole) => fills[0] as WorldFill
const roleOf = ({ fills }: Whole) =>
  (['TAKER', 'MAKER'] as const).find((role) => fills.every((fill) => fill.role === role)) ?? null

/** The signs of each whole trade of $1,000 or more by the key of its first fill, each from all events before it. */
export function slowSigns(
  events: readonly WorldEvent[],
  markets: readonly WorldMarket[],
): Map<number, ReadSigns<KeptSign>> {
  const wholes = slowWholes(events)
  const large = wholes.filter((whole) => usdOf(whole) >= THOUSAND)
  return new Map(
    large.map((whole) => [headOf(whole).key, slowSignsOf(whole, { events, markets, wholes })] as const),
  )
}

interface World {
  events: readonly WorldEvent[]
  markets: readonly WorldMarket[]
  wholes: readonly Whole[]
}

function slowSignsOf(whole: Whole, world: World): ReadSigns<KeptSign> {
  const { events, markets, wholes } = world
  const { owner, token, side, time, block } = headOf(whole)
  const [usd, shares, role] = [usdOf(whole), sharesOf(whole), roleOf(whole)]
  const before = events.slice(0, whole.first)
  const upTo = events.slice(0, whole.last + 1)
  const marketOf = (one: number) => markets.find(({ tokens }) => tokens.includes(one))
  const eventOf = (one: number) => {
    const market = marketOf(one)
    return market === undefined
      ? `token ${one}`
      : market.negRisk === null
        ? `market ${market.id}`
        : `event ${market.negRisk}`
  }
  const isInMarket = (one: number) => one === token || (marketOf(token)?.tokens.includes(one) ?? false)
  const fillsOf = (some: readonly WorldEvent[]) => some.filter((event) => event.kind === 'FILL')
  const ofTrader = (some: readonly WorldEvent[], trader: number) =>
    some.filter((event) => isOf(event, trader))
  const earlier = wholes.filter((one) => one.last < whole.first)
  const isNew = (trader: number, at: number) => {
    const first = ofTrader(events, trader)[0]
    return first !== undefined && at - first.time < 7 * DAY
  }
  const isWhole = (events[0]?.block ?? Number.POSITIVE_INFINITY) <= 33_605_403
  const isLedgerLate = (at: number) => !isWhole && at - (events[0]?.time ?? 0) < 30 * DAY
  const held = refold(upTo, markets)
  const lacks = {
    history: isLedgerLate(time) || held.partial.has(owner),
    price: false,
    role: role === null,
  }
  const markAt = (some: readonly WorldEvent[]) => slowMark(some, token, marketOf(token))
  const [mark, markAfter] = [markAt(before), markAt(upTo)]
  lacks.price = mark === null
  const close = markAt(before.filter((event) => event.time < Math.floor(time / DAY) * DAY))
  const direction = side === 'BUY' ? 1 : -1
  const signs: KeptSign[] = []
  const unknownSigns: KeptSign[] = []
  const say = (sign: KeptSign, lacking: boolean, holds: boolean) => {
    if (lacking) unknownSigns.push(sign)
    else if (holds) signs.push(sign)
  }
  say('NEW_TRADER', lacks.history, isNew(owner, time))
  say(
    'ONE_EVENT',
    lacks.history,
    fillsOf(before).every((fill) => fill.owner !== owner || eventOf(fill.token) === eventOf(token)),
  )
  const eventsOfTrader = new Set(
    fillsOf(upTo)
      .filter((fill) => fill.owner === owner)
      .map((fill) => eventOf(fill.token)),
  )
  const costs = [...held.positions.values()].filter((one) => one.trader === owner)
  const all = costs.reduce((sum, { position }) => sum + position.cost, 0)
  const here = costs
    .filter((one) => eventOf(one.token) === eventOf(token))
    .reduce((sum, { position }) => sum + position.cost, 0)
  say('ALL_IN', lacks.history, side === 'BUY' && eventsOfTrader.size >= 5 && all > 0 && here * 5 >= all * 4)
  const own = ofTrader(before, owner)
  say('WOKE_UP', lacks.history, own.length > 0 && own.every((event) => event.time < time - 90 * DAY))
  const earlierOwn = earlier.filter((one) => headOf(one).owner === owner)
  const total = earlierOwn.reduce((sum, one) => sum + usdOf(one), 0)
  say('BIG_FOR_TRADER', lacks.history, earlierOwn.length >= 10 && usd * earlierOwn.length >= 5 * total)
  const volume = fillsOf(before)
    .filter((fill) => isInMarket(fill.token) && fill.role !== 'MAKER')
    .filter((fill) => Math.floor(fill.time / DAY) >= Math.floor(time / DAY) - 7)
    .reduce((sum, fill) => sum + fill.usd, 0)
  say('BIG_FOR_MARKET', false, usd * 5 >= volume)
  const inMarket = earlier.filter((one) => isInMarket(headOf(one).token))
  say('LARGEST_IN_MARKET', false, inMarket.length >= 50 && inMarket.every((one) => usdOf(one) < usd))
  const moved = mark === null || markAfter === null ? 0 : direction * (markAfter - mark)
  say('MOVED_THE_PRICE', lacks.price || lacks.role, role === 'TAKER' && moved >= 30_000)
  const against = mark === null || close === null ? 0 : direction * (close - mark)
  say('AGAINST_THE_DAY', lacks.price, against >= 100_000)
  const newBuyers = new Map<number, number>()
  for (const one of wholes) {
    const other = headOf(one)
    if (one.last >= whole.first || other.token !== token || other.side !== 'BUY' || other.owner === owner)
      continue
    if (other.time < time - 3_600 || !isNew(other.owner, other.time) || isLedgerLate(other.time)) continue
    if (refold(events.slice(0, one.last + 1), markets).partial.has(other.owner)) continue
    newBuyers.set(other.owner, (newBuyers.get(other.owner) ?? 0) + usdOf(one))
  }
  const together = [...newBuyers.values()].filter((sum) => sum >= THOUSAND / 2).length
  say('NEW_TRADERS_TOGETHER', lacks.history, isNew(owner, time) && side === 'BUY' && together >= 2)
  const isTwin = (one: Whole) => {
    const other = headOf(one)
    const [a, b] = [sharesOf(one), shares]
    const isSame =
      other.token === token && other.side === side && other.block === block && other.time === time
    return (
      isSame && other.owner !== owner && roleOf(one) === 'TAKER' && Math.abs(a - b) * 100 <= Math.max(a, b)
    )
  }
  say('TWIN', lacks.role, role === 'TAKER' && wholes.some(isTwin))
  const opposite = earlier
    .filter((one) => headOf(one).owner === owner && headOf(one).token === token && headOf(one).side !== side)
    .sort((a, b) => a.last - b.last)
    .at(-1)
  say(
    'ROUND_TRIP',
    lacks.history,
    opposite !== undefined &&
      time - headOf(opposite).time <= 600 &&
      shares * 100 >= sharesOf(opposite) * 95 &&
      absolute(BigInt(usd) * BigInt(sharesOf(opposite)) - BigInt(usdOf(opposite)) * BigInt(shares)) * 100n <=
        BigInt(shares) * BigInt(sharesOf(opposite)),
  )
  const heldOf = (one: number) => held.positions.get(`${one} ${owner}`)?.position.shares ?? 0
  const others = (marketOf(token)?.tokens ?? []).filter((one) => one !== token)
  say(
    'BOTH_SIDES',
    lacks.history,
    others.some((one) => heldOf(one) > 0 && heldOf(one) * 2 >= heldOf(token)),
  )
  return { signs, unknownSigns }
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}

function isOf(event: WorldEvent, trader: number): boolean {
  if (event.kind === 'RESOLVE') return false
  return event.kind === 'TRANSFER' ? event.from === trader || event.to === trader : event.owner === trader
}

/** The mark after some events: the payout, or the last price of the outcome or of its only sibling. */
function slowMark(
  events: readonly WorldEvent[],
  token: number,
  market: WorldMarket | undefined,
): number | null {
  const resolution = events.find((event) => event.kind === 'RESOLVE' && event.market === market?.id)
  if (resolution?.kind === 'RESOLVE' && market !== undefined)
    return resolution.prices[market.tokens.indexOf(token)] ?? null
  const priced = events.filter(
    (event) =>
      event.kind === 'FILL' &&
      event.shares >= 1_000_000 &&
      event.usd <= event.shares &&
      (event.token === token || (market?.tokens.length === 2 && market.tokens.includes(event.token))),
  )
  const last = priced.at(-1)
  if (last?.kind !== 'FILL') return null
  const price = Math.round((last.usd / last.shares) * 1_000_000)
  return last.token === token ? price : 1_000_000 - price
}

/** Open positions after some events, folded from the first, and traders with untracked shares. */
function refold(events: readonly WorldEvent[], markets: readonly WorldMarket[]) {
  const positions = new Map<string, { token: number; trader: number; position: Position }>()
  const partial = new Set<number>()
  const at = (token: number, trader: number) => {
    const one = positions.get(`${token} ${trader}`) ?? { token, trader, position: emptyPosition() }
    positions.set(`${token} ${trader}`, one)
    return one.position
  }
  for (const event of events) {
    const tokensOf = (id: number) => markets.find((market) => market.id === id)?.tokens ?? []
    if (event.kind === 'FILL') applyFill(at(event.token, event.owner), { ...event, feeIn: 'USD' })
    if (event.kind === 'SPLIT')
      applySplit(
        tokensOf(event.market).map((token) => at(token, event.owner)),
        event.amount,
      )
    if (event.kind === 'TRANSFER')
      applyTransfer(at(event.token, event.from), at(event.token, event.to), event.amount)
    if (event.kind === 'RESOLVE')
      for (const { token, position } of positions.values()) {
        const outcome = tokensOf(event.market).indexOf(token)
        if (outcome >= 0) applyResolve([position], [event.prices[outcome] ?? 0])
      }
    for (const { trader, position } of positions.values()) if (position.untracked > 0) partial.add(trader)
  }
  const resolved = new Set(
    events.flatMap((event) =>
      event.kind === 'RESOLVE' ? (markets.find(({ id }) => id === event.market)?.tokens ?? []) : [],
    ),
  )
  for (const [name, { token }] of positions) if (resolved.has(token)) positions.delete(name)
  return { positions, partial }
}

/**
 * Whether each large whole trade is the first in its category, by the fills of its trader before the transaction.
 * @param categories by market, as they are known in the end
 */
export function slowFirsts(
  events: readonly WorldEvent[],
  markets: readonly WorldMarket[],
  categories: ReadonlyMap<number, string>,
): Map<number, boolean | null> {
  const signs = slowSigns(events, markets)
  const marketOf = (token: number) => markets.find(({ tokens }) => tokens.includes(token))
  const categoryOf = (token: number) => categories.get(marketOf(token)?.id ?? 0) ?? null
  const eventOf = (token: number) => {
    const market = marketOf(token)
    return market === undefined ? `token ${token}` : market.negRisk === null ? `${market.id}` : 'neg-risk'
  }
  const wholes = slowWholes(events).filter(({ fills }) => signs.has(fills[0]?.key ?? 0))
  return new Map(
    wholes.map(({ fills: [own] }) => {
      const { owner, token, key } = own as WorldFill
      const begins = events.findIndex((one) => txOf(one) === txOf(own as WorldFill))
      const before = events
        .slice(0, begins)
        .flatMap((one) => (one.kind === 'FILL' && one.owner === owner ? one.token : []))
      const category = categoryOf(token)
      const lacks = category === null || signs.get(key)?.unknownSigns.includes('ONE_EVENT')
      const isLate = before.some((one) => categoryOf(one) === category)
      const isSpread = new Set(before.map(eventOf)).size >= 5
      const isSure = before.every((one) => categoryOf(one) !== null)
      return [key, lacks ? null : isLate || !isSpread ? false : isSure ? true : null]
    }),
  )
}

/** Facts about each large whole trade that later events show, each by its definition. @param endsAt by market */
export function slowHindsights(
  events: readonly WorldEvent[],
  markets: readonly WorldMarket[],
  endsAt: ReadonlyMap<number, number>,
): Map<number, string[]> {
  const signs = slowSigns(events, markets)
  const wholes = slowWholes(events)
  const until = events.at(-1)?.time ?? 0
  const priceOf = (one: WorldEvent | undefined) =>
    one?.kind === 'FILL' && one.shares >= 1_000_000 && one.usd <= one.shares
      ? Math.round((one.usd * 1_000_000) / one.shares)
      : null
  const openers = wholes.flatMap(({ fills: [closer] }) => {
    if (!signs.get((closer as WorldFill).key)?.signs.includes('ROUND_TRIP')) return []
    const { owner, token, side } = closer as WorldFill
    const begins = events.findIndex((one) => txOf(one) === txOf(closer as WorldFill))
    const before = wholes.filter(({ fills: [own], last }) => {
      const isOpposite = own?.owner === owner && own.token === token && own.side !== side
      return isOpposite && last < begins
    })
    return before.sort((a, b) => a.last - b.last).at(-1) ?? []
  })
  return new Map(
    wholes.flatMap((whole) => {
      const { key, time, token, side } = whole.fills[0] as WorldFill
      if (!signs.has(key)) return []
      const market = markets.find(({ tokens }) => tokens.includes(token))
      const resolution = events.find((one) => one.kind === 'RESOLVE' && one.market === market?.id)
      const own = (one: WorldEvent) => one.kind === 'FILL' && one.token === token && priceOf(one) !== null
      const after = priceOf(events.slice(0, whole.last + 1).findLast(own))
      const isSibling = (one: WorldEvent) =>
        one.kind === 'FILL' && market?.tokens.length === 2 && market.tokens.includes(one.token)
      const later = events.filter((one) => one.time <= time + DAY)
      const last = later.findLast((one) => own(one) || (isSibling(one) && priceOf(one) !== null))
      const price = priceOf(last)
      const fair = last?.kind === 'FILL' && last.token !== token && price !== null ? 1_000_000 - price : price
      const isPaid = resolution?.kind === 'RESOLVE' && resolution.time <= time + DAY
      const mark = isPaid ? (resolution.prices[market?.tokens.indexOf(token) ?? 0] ?? null) : fair
      const move = after === null || mark === null ? 0 : (side === 'BUY' ? 1 : -1) * (mark - after)
      const end = endsAt.get(market?.id ?? 0)
      const left = resolution === undefined ? -1 : resolution.time - time
      const isEarly = end !== undefined && resolution !== undefined && end - resolution.time >= 2 * DAY
      return [
        [
          key,
          [
            ...(time + DAY <= until && move >= 100_000 ? ['BEFORE_A_MOVE'] : []),
            ...(left >= 0 && left <= DAY && isEarly ? ['BEFORE_RESOLUTION'] : []),
            ...(openers.includes(whole) ? ['ROUND_TRIP_OPENED'] : []),
          ],
        ] as const,
      ]
    }),
  )
}
