import { exactSum } from '../../ledger/exact-sum.ts'
import { type Day, dayOf, type MicroShares } from '../../ledger/quantities.ts'
import { createFoldSession } from '../../store/ingest/fold-session.ts'
import { NOTHING_HELD } from '../../store/ingest/held-state.ts'
import { tokensOf } from '../../store/ingest/scope.ts'
import { inTurn } from '../../store/ledger/event-order.ts'
import type { MovementRow } from '../../store/ledger/movement-row.ts'
import { comparePlaces } from '../../store/ledger/place.ts'
import { emptyFill, FILL_FLAGS, type ScannedFill } from './fill-columns.ts'
import type { HeldToken, Pass } from './read-pass.ts'
import { createTraderBook, type TraderBook } from './trader-book.ts'
import { addFill } from './trader-day.ts'
import type { TraderDayRows } from './trader-day-rows.ts'
import { NEVER, type TraderStarts } from './trader-starts.ts'

/** What a replay reads besides a pass. */
export interface ReplayContext {
  starts: TraderStarts
  isInfrastructure(trader: number): boolean
  /** The condition of each token; 0 while unknown. */
  conditionOf: ArrayLike<number>
  rows: TraderDayRows
}

/**
 * Replays groups of traders one by one: books keep the shares, the days and the lots. How many shares a movement moves
 * is for the ledger's own fold to say; what a fill moves is said by {@link sharesAfter}, for fills are many.
 */
export function createGroupReplay(
  pass: Pass,
  context: ReplayContext,
): (group: number, fills: Uint32Array) => void {
  const { startOf, lots } = context.starts
  const books = new Map<number, TraderBook>()
  /** Who has a book of a token whose outcome becomes known. */
  const holders = new Map<number, TraderBook[]>()
  const now = { time: 0, day: 0, lastDay: 0, isMove: false }
  const isActive = (trader: number) => (startOf[trader] ?? NEVER) <= now.day
  const session = createFoldSession({
    conditions: pass.conditions,
    // Whose rows stay as they are need not be followed: shares leave to them, and every sender is followed.
    isInfrastructure: (trader) => context.isInfrastructure(trader) || !isActive(trader),
    inScope: (_, trader) => isActive(trader),
    // The cost that it folds is the slippage which the cost carries: no dollars are paid back of it.
    paysBack: false,
    onEvent({ trader, token, position }) {
      const book = bookOf(trader)
      const held = book.tokenOf(token)
      const { slippage } = held
      book.moveTo(held, position.shares, now.time)
      // What a merge or a redemption takes out has been paid, as by a sale; what it brings in is at no slippage.
      if (now.isMove) book.carry(held, position.cost, position.cost - slippage - position.realized, now.time)
    },
  })
  const follow = (token: number, book: TraderBook) => {
    if (!pass.resolutions.has(context.conditionOf[token] ?? 0)) return
    const known = holders.get(token)
    if (known) known.push(book)
    else holders.set(token, [book])
  }
  const bookOf = (trader: number): TraderBook => {
    const known = books.get(trader)
    if (known) return known
    const onToken = (token: number) => follow(token, book)
    const book = createTraderBook(trader, { lastDay: now.lastDay, rows: context.rows, onToken })
    books.set(trader, book)
    for (const [token, open] of lots.get(trader) ?? []) book.addLots(token, open)
    return book
  }
  const applyFill = (fill: ScannedFill) => {
    const book = bookOf(fill.owner)
    const token = book.tokenOf(fill.token)
    const left = book.moveTo(token, sharesAfter(token.shares, fill), fill.time)
    const slippage = addFill(book.rowOf(fill.time), fill, left)
    // A fee that took all shares leaves no cost that could carry it.
    if (token.shares > 0) token.slippage = exactSum(token.slippage, slippage, 'slippage')
  }
  const settle = ({ condition, time }: MovementRow) => {
    for (const token of pass.conditions.get(condition ?? 0).tokens)
      for (const book of holders.get(token) ?? [])
        if (isActive(book.trader)) book.settle(book.tokenOf(token), time)
  }
  /** The fold starts from what the books count, and gives them its results. */
  const move = (row: MovementRow) => {
    now.isMove = row.kind === 'TRANSFER' || row.kind === 'CONVERT'
    session.clear()
    for (const trader of [row.owner, row.other]) {
      if (trader === null || !isActive(trader)) continue
      for (const token of tokensOf(row, pass.conditions)) {
        const { shares = 0, slippage = 0 } = books.get(trader)?.heldOf(token) ?? {}
        session.load(token, trader, { ...row, ...NOTHING_HELD, shares, cost: slippage })
      }
    }
    session.movement(row)
  }
  const applyMovement = (row: MovementRow) => {
    now.time = row.time
    now.day = dayOf(row.time)
    if (row.kind === 'RESOLVE') settle(row)
    else move(row)
  }
  // A fill is the only item of its log.
  const fill = { ...emptyFill(), item: 0 }
  return (group, fills) => {
    const fillAt = (n: number) => pass.fills.read(fills[n] ?? 0, fill)
    const held = pass.held.get(group) ?? []
    const movements = movementsOf(pass, group, conditionsOf(pass, group, fills, held, context.conditionOf))
    now.lastDay = lastDayOf(movements, fills.length > 0 ? fillAt(fills.length - 1).time : 0)
    for (const { trader, token, state } of held) bookOf(trader).tokenOf(token).shares = state.shares
    const turns = inTurn(movements, applyMovement)
    for (let n = 0; n < fills.length; n++) {
      fillAt(n)
      turns.before(fill)
      applyFill(fill)
    }
    turns.rest()
    for (const book of books.values()) book.end()
    books.clear()
    holders.clear()
  }
}

/** What a fill leaves of shares: as the ledger's fold has it, which refused what leaves the exact range. */
function sharesAfter(held: MicroShares, { flags, shares, fee }: ScannedFill): MicroShares {
  if ((flags & FILL_FLAGS.sell) !== 0) return Math.max(0, held - shares)
  return held + ((flags & FILL_FLAGS.feeInShares) === 0 ? shares : shares - fee)
}

/** Conditions of everything that the group holds or comes to hold. */
function conditionsOf(
  { fills: columns, movements, resolutions, conditions: known }: Pass,
  group: number,
  fills: Uint32Array,
  held: readonly HeldToken[],
  conditionOf: ArrayLike<number>,
): Set<number> {
  const conditions = new Set<number>()
  if (resolutions.size === 0) return conditions
  for (const i of fills) conditions.add(conditionOf[columns.tokenOf(i)] ?? 0)
  for (const { token } of held) conditions.add(conditionOf[token] ?? 0)
  for (const row of movements.get(group) ?? [])
    for (const token of tokensOf(row, known)) conditions.add(conditionOf[token] ?? 0)
  return conditions
}

/** The group's movements and the resolutions of its conditions, in the ledger's order. */
function movementsOf(pass: Pass, group: number, conditions: ReadonlySet<number>): MovementRow[] {
  const resolutions = [...conditions].flatMap((condition) => pass.resolutions.get(condition) ?? [])
  return [...(pass.movements.get(group) ?? []), ...resolutions].sort(comparePlaces)
}

function lastDayOf(movements: readonly MovementRow[], lastFill: number): Day {
  return dayOf(Math.max(lastFill, movements.at(-1)?.time ?? 0))
}
