import { DAY_SECONDS, type Day, dayOf } from '../../ledger/quantities.ts'
import { openShares } from '../../metrics/open-lots.ts'
import { createFoldSession, type Entry, type FoldFill, positionKey } from '../../store/ingest/fold-session.ts'
import type { MovementRow } from '../../store/ingest/movement-row.ts'
import { comparePlaces } from '../../store/ingest/place.ts'
import { tokensOf } from '../../store/ingest/tokens-of.ts'
import { emptyFill, FILL_FLAGS, type ScannedFill } from './fill-columns.ts'
import type { HeldToken, Pass } from './read-pass.ts'
import { createTraderBook, type TokenBook, type TraderBook } from './trader-book.ts'
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

/** Replays groups of traders one by one: the ledger's own fold moves the shares, books keep the days and lots. */
export function createGroupReplay(
  pass: Pass,
  context: ReplayContext,
): (group: number, fills: Uint32Array) => void {
  const { startOf, lots } = context.starts
  const books = new Map<number, TraderBook>()
  const tokenBooks = new Map<Entry, TokenBook>()
  const followed = new Set<number>()
  const now = { time: 0, day: 0, isResolution: false, left: 0, lastDay: 0 }
  const isActive = (trader: number) => (startOf[trader] ?? NEVER) <= now.day
  const session = createFoldSession({
    condition: (id) => pass.conditions.get(id),
    negRisk: (id) => pass.conditions.negRisk(id),
    // Whose rows stay as they are need not be followed: shares leave to them, and whoever sends any is followed.
    isInfrastructure: (trader) => context.isInfrastructure(trader) || !isActive(trader),
    // The fact grain is there; a replay makes none of it again.
    days: { add: () => undefined },
    onEvent: (entry) => note(entry),
  })
  const bookOf = (trader: number): TraderBook => {
    const known = books.get(trader)
    if (known) return known
    const book = createTraderBook(trader, now.lastDay, context.rows)
    books.set(trader, book)
    // Lots that nothing moves are only kept: their tokens need not be followed.
    for (const [token, open] of lots.get(trader) ?? [])
      if (!followed.has(positionKey(token, trader))) book.addToken(token, openShares(open), open)
    return book
  }
  const note = (entry: Entry) => {
    const book = bookOf(entry.trader)
    let token = tokenBooks.get(entry)
    if (!token) {
      token = book.addToken(entry.token, 0)
      tokenBooks.set(entry, token)
    }
    if (now.isResolution) book.settle(token, now.time)
    else now.left = book.moveTo(token, entry.position.shares, now.time)
  }
  const load = ({ trader, token, state }: HeldToken) => {
    const place = { time: (startOf[trader] ?? 0) * DAY_SECONDS - 1, key: Number.MAX_SAFE_INTEGER, item: 0 }
    const entry = session.load(token, trader, { ...state, ...place })
    tokenBooks.set(entry, bookOf(trader).addToken(token, state.shares, lots.get(trader)?.get(token)))
  }
  const goTo = (time: number, isResolution: boolean) => {
    now.time = time
    now.day = dayOf(time)
    now.isResolution = isResolution
  }
  const applyFill = (fill: ScannedFill) => {
    goTo(fill.time, false)
    const row = bookOf(fill.owner).rowOf(fill.time)
    session.fill(foldFillOf(fill))
    addFill(row, fill, now.left)
  }
  const applyMovement = (row: MovementRow) => {
    goTo(row.time, row.kind === 'RESOLVE')
    session.movement(row, (_, trader) => isActive(trader))
  }
  const read = emptyFill()
  return (group, fills) => {
    const fillAt = (n: number) => pass.fills.read(fills[n] ?? 0, read)
    const held = pass.held.get(group) ?? []
    const movements = movementsOf(pass, group, conditionsOf(pass, group, fills, held, context.conditionOf))
    now.lastDay = lastDayOf(movements, fills.length > 0 ? fillAt(fills.length - 1).time : 0)
    for (const { token, trader } of held) followed.add(positionKey(token, trader))
    held.forEach(load)
    let next = 0
    for (let n = 0; n < fills.length; n++) {
      const fill = fillAt(n)
      const place = { time: fill.time, key: fill.key, item: 0 }
      for (let row = movements[next]; row && comparePlaces(row, place) < 0; row = movements[++next])
        applyMovement(row)
      applyFill(fill)
    }
    for (const row of movements.slice(next)) applyMovement(row)
    for (const book of books.values()) book.end()
    books.clear()
    tokenBooks.clear()
    followed.clear()
    session.clear()
  }
}

/** Conditions of everything that the group holds or comes to hold. */
function conditionsOf(
  pass: Pass,
  group: number,
  fills: Uint32Array,
  held: readonly HeldToken[],
  conditionOf: ArrayLike<number>,
): Set<number> {
  const conditions = new Set<number>()
  if (pass.resolutions.size === 0) return conditions
  const fill = emptyFill()
  for (const i of fills) conditions.add(conditionOf[pass.fills.read(i, fill).token] ?? 0)
  for (const { token } of held) conditions.add(conditionOf[token] ?? 0)
  for (const row of pass.movements.get(group) ?? [])
    for (const token of tokensOf(row, pass.conditions)) conditions.add(conditionOf[token] ?? 0)
  return conditions
}

/** The group's movements and the resolutions of its conditions, in the ledger's order. */
function movementsOf(pass: Pass, group: number, conditions: ReadonlySet<number>): MovementRow[] {
  const rows = [...(pass.movements.get(group) ?? [])]
  for (const condition of conditions) rows.push(...(pass.resolutions.get(condition) ?? []))
  return rows.sort(comparePlaces)
}

function lastDayOf(movements: readonly MovementRow[], lastFill: number): Day {
  return dayOf(Math.max(lastFill, movements.at(-1)?.time ?? 0))
}

function foldFillOf(fill: ScannedFill): FoldFill {
  return {
    key: fill.key,
    item: 0,
    time: fill.time,
    owner: fill.owner,
    token: fill.token,
    side: (fill.flags & FILL_FLAGS.sell) === 0 ? 'BUY' : 'SELL',
    role: (fill.flags & FILL_FLAGS.maker) === 0 ? 'TAKER' : 'MAKER',
    shares: fill.shares,
    usd: fill.usd,
    fee: fill.fee,
    feeIn: (fill.flags & FILL_FLAGS.feeInShares) === 0 ? 'USD' : 'SHARES',
  }
}
