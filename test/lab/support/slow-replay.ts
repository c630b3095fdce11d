import type { Decision } from '../../../src/lab/decisions.ts'
import type { Rule } from '../../../src/lab/rule.ts'
import type { TapeRow } from '../../../src/lab/tape.ts'
import { DAY_SECONDS } from '../../../src/ledger/quantities.ts'
import { KNOWN, type SmallWorld } from './tape-arbitrary.ts'

/** A purchase and its sales, by the slow calculation. */
export interface SlowCopy {
  row: number
  entries: string[]
  exits: string[]
  payout: bigint | null
}

interface Standing {
  copy: Mutable
  side: number
  token: number
  until: number
  /** The price that it follows, and the row. */
  price: bigint
  row: number | null
  /** Dollars of a purchase or shares of a sale that are left. */
  left: bigint
  market: number
}

interface Mutable {
  at: number
  token: number
  leader: number
  bought: bigint
  /** The cost of the shares that are held. */
  cost: bigint
  sold: bigint
  offered: bigint
  isOver: boolean
  entries: string[]
  exits: string[]
  payout: bigint | null
  row: number
}

const M = 1_000_000n
const up = (a: bigint, b: bigint) => (a + b - 1n) / b
const micro = (dollars: number) => BigInt(Math.round(dollars * 1e6))

/** The rows that a rule copies of some traders in its time, each looked up among all rows before it. */
export function slowDecisions(
  { entry }: Pick<Rule, 'entry'>,
  rows: readonly TapeRow[],
  { leaders, from, until }: { leaders: readonly number[]; from: number; until: number },
): number[] {
  const isWanted = (one: TapeRow, i: number) => {
    const price = one.shares === 0 ? 0 : Math.floor((one.usd * 1e6) / one.shares)
    if (!leaders.includes(one.owner) || one.time < from || one.time >= until) return false
    if (price <= 0 || price >= 1e6 || price < entry.minPrice * 1e6 || price > entry.maxPrice * 1e6)
      return false
    if (one.usd < entry.minUsd * 1e6 || (one.side === 1 && entry.sides === 'BUYS')) return false
    const isKnown = rows.slice(0, i).some((other) => other.owner === one.owner && other.token === one.token)
    const known = ({ 1: one.time < KNOWN ? '' : 'politics', 2: 'sports' } as Record<number, string>)[
      one.token
    ]
    if (entry.categories.length > 0 && !entry.categories.some((category) => category === known)) return false
    return !(entry.firstOnly && one.side === 0 && isKnown)
  }
  const wanted = rows.map(isWanted)
  return [...rows.entries()].flatMap(([i, one]) => {
    if (!wanted[i] || one.side === 1) return wanted[i] ? [i] : []
    const since = one.time - entry.agreeDays * DAY_SECONDS
    const buys = rows.filter(
      (other, j) =>
        j <= i && wanted[j] && other.side === 0 && other.token === one.token && other.time > since,
    )
    const agree = new Set(buys.map(({ owner }) => owner)).size
    return agree >= entry.agreeAtLeast && agree <= entry.agreeAtMost ? [i] : []
  })
}

/**
 * The same replay second by second, of all seconds in which anything can happen, over the raw fills: every standing order looks at every fill of each second. Written from the
 * definition of a rule, without the columns, indexes and the timetable of the lab.
 */
export function slowReplay(
  rule: Rule,
  world: SmallWorld,
  decisions: readonly Decision[],
  end: number,
  marketOf: (token: number) => number = (token) => token,
): SlowCopy[] {
  const { rows, resolved } = world
  const delay = rule.delays[0]
  const isMaker = rule.fill.mode === 'MAKER'
  const slip = micro(rule.fill.maxSlippage)
  const taken = rows.map(() => 0n)
  const ofSecond = Map.groupBy(rows.keys(), (i) => rows[i]?.time ?? 0)
  const copies: Mutable[] = []
  let standing: Standing[] = []
  let cash = micro(rule.size.bankroll)
  const bound = { all: 0n, market: new Map<number, bigint>(), leader: new Map<number, bigint>() }
  const bind = (amount: bigint, market: number, leader: number) => {
    bound.all += amount
    bound.market.set(market, (bound.market.get(market) ?? 0n) + amount)
    bound.leader.set(leader, (bound.leader.get(leader) ?? 0n) + amount)
  }
  const priceOf = (one: TapeRow) => {
    const price = one.shares === 0 ? 0n : (BigInt(one.usd) * M) / BigInt(one.shares)
    return price > M ? M : price
  }
  const resolvedAt = (token: number) => resolved[token]?.time ?? Number.POSITIVE_INFINITY
  const isOwn = (followed: number | null, row: number) => {
    const [one, other] = [rows[followed ?? -1], rows[row]]
    if (one === undefined || other === undefined) return false
    return followed === row || (!!one.tx && one.tx === other.tx) || (!!one.order && one.order === other.order)
  }
  const exitOf = ({ row, token, trader, time }: Decision) => {
    const found: { time: number; price: bigint; row: number | null }[] = []
    rows.forEach((one, i) => {
      if (one.token !== token) return
      const follows = rule.exit.traderSells && rule.entry.sides === 'BUYS'
      if (follows && i > row && one.owner === trader && one.side === 1)
        found.push({ time: one.time, price: priceOf(one), row: i })
      if (rule.exit.price !== null && one.time >= time + delay && priceOf(one) >= micro(rule.exit.price)) {
        const last = rows.findLast((other) => other.token === token && other.time <= one.time) ?? one
        found.push({ time: one.time, price: priceOf(last), row: null })
      }
    })
    if (rule.exit.days !== null) {
      const aged = time + rule.exit.days * DAY_SECONDS
      const last = rows.findLast((other) => other.token === token && other.time <= aged)
      found.push({ time: aged, price: last === undefined ? 0n : priceOf(last), row: null })
    }
    const first = found.sort((a, b) => a.time - b.time || Number(a.row === null) - Number(b.row === null))[0]
    return first !== undefined && first.time < Math.min(end, resolvedAt(token)) ? first : null
  }
  const release = (order: Standing) => {
    if (order.side === 0) {
      cash += order.left
      bind(-order.left, order.market, order.copy.leader)
    } else order.copy.offered -= order.left
    order.left = 0n
  }
  /** Lets an order trade with the fills of a second. */
  const trade = (order: Standing, second: number) => {
    if (second >= order.until) return
    const counter = isMaker ? 1 - order.side : order.side
    for (const i of ofSecond.get(second) ?? []) {
      const one = rows[i]
      if (one === undefined || one.token !== order.token || one.role !== 1 || one.side !== counter) continue
      if (order.left <= (order.side === 0 ? 10_000n : 0n) || one.shares === 0 || one.usd === 0) continue
      if (isOwn(order.row, i)) continue
      const price = priceOf(one)
      const isBuy = order.side === 0
      const limit = isBuy ? min(M - 1n, order.price + slip) : max(1n, order.price - slip)
      if (
        isMaker
          ? isBuy
            ? price >= order.price
            : price <= order.price
          : isBuy
            ? price > limit
            : price < limit
      )
        continue
      const [S, U, F] = [BigInt(one.shares), BigInt(one.usd), BigInt(one.fee)]
      const offered = BigInt(Math.floor(one.shares * rule.fill.participation)) - (taken[i] ?? 0n)
      const affordable = isMaker
        ? ((order.left - 1n) * M) / order.price
        : U + F === 0n
          ? 0n
          : ((order.left - 2n) * S) / (U + F)
      const shares = min(offered, isBuy ? affordable : order.left)
      if (shares <= 0n) continue
      taken[i] = (taken[i] ?? 0n) + shares
      const gross = isMaker ? order.price * shares : U * shares
      const by = isMaker ? M : S
      const usd = isBuy ? up(gross, by) : gross / by
      const fee = isMaker ? 0n : min(up(F * shares, S), isBuy ? 10n ** 18n : usd)
      const { copy } = order
      const said = `${i} ${shares} ${usd} ${fee}`
      if (isBuy) {
        copy.bought += shares
        copy.cost += usd + fee
        copy.entries.push(said)
        order.left -= usd + fee
        if (order.left <= 10_000n) release(order)
      } else {
        const cost = (copy.cost * shares) / (copy.bought - copy.sold)
        copy.cost -= cost
        copy.sold += shares
        copy.offered -= shares
        copy.exits.push(said)
        order.left -= shares
        cash += usd - fee
        bind(-cost, order.market, copy.leader)
      }
    }
  }
  const place = (order: Standing, second: number) => {
    standing.push(order)
    trade(order, second)
  }
  const sell = (
    copy: Mutable,
    exit: { price: bigint; row: number | null },
    most: bigint,
    second: number,
  ): bigint => {
    const shares = min(most, copy.isOver ? 0n : copy.bought - copy.sold - copy.offered)
    const until = Math.min(second + rule.fill.window, resolvedAt(copy.token), end)
    if (shares <= 0n || until <= second) return 0n
    copy.offered += shares
    place(
      { copy, side: 1, token: copy.token, until, ...exit, left: shares, market: marketOf(copy.token) },
      second,
    )
    return shares
  }
  const wanted = (decision: Decision) => {
    const { usd, shareOfTrade, shareOfBankroll } = rule.size
    if (usd !== undefined) return micro(usd)
    if (shareOfTrade !== undefined) return BigInt(Math.floor(decision.usd * shareOfTrade))
    return BigInt(Math.floor(Number(cash + bound.all) * (shareOfBankroll ?? 0)))
  }
  const exits: { copy: Mutable; at: number; price: bigint; row: number | null }[] = []

  const seconds = new Set(resolved.map((one) => one?.time ?? end))
  for (const { time } of rows)
    for (const held of [0, (rule.exit.days ?? 0) * DAY_SECONDS])
      for (const after of [0, delay, delay + rule.fill.window]) seconds.add(time + held + after)
  for (const second of [...seconds].sort((a, b) => a - b)) {
    if (second >= end) break

    for (const copy of copies) {
      if (copy.isOver || resolvedAt(copy.token) > second) continue
      copy.isOver = true
      const shares = copy.bought - copy.sold
      if (shares === 0n) continue
      copy.payout = (shares * BigInt(resolved[copy.token]?.price ?? 0)) / M
      cash += copy.payout
      bind(-copy.cost, marketOf(copy.token), copy.leader)
    }
    for (const order of standing) trade(order, second)
    for (const order of standing) if (order.until <= second) release(order)
    standing = standing.filter(({ left }) => left > 0n)
    const followed = decisions.filter((one) => one.side === 1 && one.time + delay === second)
    for (const decision of followed) {
      let left = (wanted(decision) * M) / BigInt(decision.price)
      const own = copies.filter((copy) => copy.leader === decision.trader && copy.token === decision.token)
      for (const copy of own)
        left -= sell(copy, { price: BigInt(decision.price), row: decision.row }, left, second)
    }
    for (const exit of exits) if (exit.at === second) sell(exit.copy, exit, exit.copy.bought, second)
    for (const decision of decisions) {
      if (decision.side === 1 || decision.time + delay !== second) continue
      const exit = exitOf(decision)
      const { token, trader: leader, row } = decision
      const want = wanted(decision)
      const room = (limit: number | null, used: bigint) => (limit === null ? want : micro(limit) - used)
      const budget = max(
        0n,
        [
          want,
          cash,
          room(rule.size.perMarket, bound.market.get(marketOf(token)) ?? 0n),
          room(rule.size.perTrader, bound.leader.get(leader) ?? 0n),
          room(rule.size.openAtOnce, bound.all),
        ].reduce(min),
      )
      const copy: Mutable = {
        at: second,
        token,
        leader,
        row,
        bought: 0n,
        cost: 0n,
        sold: 0n,
        offered: 0n,
        isOver: false,
        entries: [],
        exits: [],
        payout: null,
      }
      copies.push(copy)
      if (budget < M) continue
      cash -= budget
      bind(budget, marketOf(token), leader)
      const until = Math.min(
        second + rule.fill.window,
        resolvedAt(token),
        end,
        exit === null ? end : exit.time + delay,
      )
      if (exit !== null) exits.push({ copy, at: exit.time + delay, price: exit.price, row: exit.row })
      if (until <= second) {
        cash += budget
        bind(-budget, marketOf(token), leader)
      } else
        place(
          {
            copy,
            side: 0,
            token,
            until,
            price: BigInt(decision.price),
            row,
            left: budget,
            market: marketOf(token),
          },
          second,
        )
    }
  }
  return copies.map(({ row, entries, exits: sales, payout }) => ({ row, entries, exits: sales, payout }))
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
