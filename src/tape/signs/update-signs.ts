import { type Day, dayOf, type Seconds } from '../../ledger/quantities.ts'
import { insert, type Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { readCursor, unreadPositionsBefore } from '../../store/ledger/ledger-changes.ts'
import { NEWS_SECONDS } from '../../store/ledger/undone-events.ts'
import { CHANGED_DAYS, FIRST_SIGNS, LEDGER_STATE, WHOLE_TRADES } from '../../store/tables.ts'
import { createHoldings, type FoldedEvent, type HeldPositions, noPositions } from './fold-holdings.ts'
import { readSignEvents } from './sign-events.ts'
import { emptySignState, type SignedTrade, type SignState, takeSecond } from './sign-pass.ts'
import { type ClosedState, packState, readClosedState, unpackState, writeClosedState } from './sign-state.ts'

/** Writes in a transaction of its own, between which others may write. */
type Write = (work: (tx: Sql) => Promise<void>) => Promise<void>

/** Keeps the signs of whole trades up to date, from one publication to the next. */
export interface SignKeeper {
  /**
   * Computes the signs of the ledger that `sql` sees, and writes those that changed. It goes on from the state that it holds;
   * where earlier events changed, from the last day's close before them that it or an earlier process kept, or else from the first event.
   * @param most events of the ledger at most where it would begin with the first one: with more, nothing is computed. @default any
   * @returns how many trades were written
   */
  update(sql: Sql, write: Write, most?: number): Promise<number>
}

/** A state at some second, with the ledger's version that it was computed from. */
interface Held {
  state: SignState
  positions: HeldPositions
  /** Events that the state has taken. */
  events: number
}

interface Kept extends Held {
  version: number
  undone: number
}

/** Positions that are over and may stay in memory beside any number of open ones. */
const SPARE_POSITIONS = 50_000
const ROWS_A_WRITE = 2_000

const LEDGER = statement((from) =>
  from(LEDGER_STATE).select('version', 'fills', 'movements', 'undone').where('id', 1),
)
const NEWEST = statement((from) => from(LEDGER_STATE).select('last_time').where('id', 1))
const CHANGED = statement((from, { version }: { version: number }) =>
  from(CHANGED_DAYS).min('day as day').where('version', '>', version),
)
const SIGNS = statement((from, { keys }: { keys: readonly number[] }) =>
  from(WHOLE_TRADES).select('key', 'time', 'signs').whereAnyOf('key', 'int', keys),
)
const SET_SIGNS = statement((from, { keys, signs }: { keys: readonly number[]; signs: number }) =>
  from(WHOLE_TRADES).whereAnyOf('key', 'int', keys).update({ signs }),
)

const FORGET = statement((from, { before }: { before: Seconds }) =>
  from(FIRST_SIGNS).where('time', '<', before).delete(),
)

/** A keeper without a state. */
export function createSignKeeper(): SignKeeper {
  let kept: Kept | null = null
  // The state at the close of the day before the newest one, packed: most corrections are of the newest day.
  let closed: ClosedState | null = null
  return {
    async update(sql, write, most = Number.POSITIVE_INFINITY) {
      const ledger = await LEDGER.get(sql)
      if (ledger === undefined || ledger.version === kept?.version) return 0
      const events = ledger.fills + ledger.movements
      const before = kept
      kept = null
      if (closed === null) closed = await readClosedState(sql)
      const known = closed
      const onClose = (held: Held, day: Day) => {
        closed = packState(day, ledger.version, held)
      }
      const storeClosed = async (stored: ClosedState | null) => {
        const last = closed
        if (last !== null && last !== stored) await write((tx) => writeClosedState(tx, last))
      }
      let written = 0
      const goOn = async (from: Held) => {
        const { held, count } = await advance(sql, write, from, onClose)
        written += count
        return held
      }
      let held: Held | null =
        before && (await isPrefix(sql, before, ledger.undone)) ? await goOn(before) : null
      if (
        held?.events !== events &&
        closed !== null &&
        (await changedSince(sql, closed.version)) >= closed.day
      )
        held = await goOn(unpackState<Held>(closed))
      if (held?.events !== events && events > most) return written
      if (held?.events !== events)
        held = await goOn({ state: emptySignState(), positions: noPositions(), events: 0 })
      await storeClosed(known)
      kept = { ...held, version: ledger.version, undone: ledger.undone }
      return written
    },
  }
}

/** Whether the events that a state has taken are, as far as the log of changes tells, still the ledger's first. */
async function isPrefix(sql: Sql, { state, version, undone }: Kept, undoneNow: number): Promise<boolean> {
  if (undone !== undoneNow || (await readCursor(sql, 'publisher')) !== version) return false
  if ((await changedSince(sql, version)) < dayOf(state.time)) return false
  const { every, named } = await unreadPositionsBefore(sql, 'publisher', state.time + 1)
  return named.length === 0 && (every === null || every > state.time)
}

/** The earliest day that changed since a version; infinity if none did. */
async function changedSince(sql: Sql, version: number): Promise<Day> {
  return (await CHANGED.get(sql, { version }))?.day ?? Number.POSITIVE_INFINITY
}

/**
 * Positions in memory from which on those that are over leave it. Beyond a quarter of the open ones each position is taken in again some
 * four times; beyond as many as the open ones, a refresh of 10 million fills took a fifth more memory.
 */
function mostHeld(open: number): number {
  return open + Math.max(open / 4, SPARE_POSITIONS)
}

/** Takes the events after a state, and writes the signs of their trades. */
async function advance(
  sql: Sql,
  write: Write,
  from: Held,
  onClose: (held: Held, day: Day) => void,
): Promise<{ held: Held; count: number }> {
  const { facts, pages } = await readSignEvents(sql, from.state.time)
  const newest = (await NEWEST.get(sql))?.lastTime ?? 0
  const lastDay = dayOf(newest)
  const holdings = createHoldings(facts, from.positions)
  const { state } = from
  let { events } = from
  let count = 0
  let most = mostHeld(holdings.size())
  for await (const page of pages) {
    const trades: SignedTrade[] = []
    for (const second of secondsOf(page)) {
      const day = dayOf(second[0]?.time ?? 0)
      if (day === lastDay && dayOf(state.time) < day && events > 0)
        onClose({ state, positions: holdings.take(), events }, day)
      for (const trade of takeSecond(state, holdings, second)) trades.push(trade)
      events += second.length
    }
    count += await writeSigns(sql, write, trades, newest - NEWS_SECONDS)
    if (holdings.size() > most) {
      holdings.take()
      most = mostHeld(holdings.size())
    }
  }
  return { held: { state, positions: holdings.take(), events }, count }
}

/** The events of each second, which are next to each other. */
function* secondsOf(page: readonly FoldedEvent[]): Generator<readonly FoldedEvent[]> {
  for (let from = 0; from < page.length; ) {
    let to = from + 1
    while (page[to]?.time === page[from]?.time) to++
    yield page.slice(from, to)
    from = to
  }
}

/** Writes the signs that are not those of the store. @param news the time from which the first signs of a trade are kept */
async function writeSigns(
  sql: Sql,
  write: Write,
  trades: readonly SignedTrade[],
  news: Seconds,
): Promise<number> {
  let count = 0
  for (let from = 0; from < trades.length; from += ROWS_A_WRITE) {
    const some = trades.slice(from, from + ROWS_A_WRITE)
    const rows = await SIGNS.all(sql, { keys: some.map(({ key }) => key) })
    const stored = new Map(rows.map((row) => [row.key, row]))
    const changed = some.flatMap(({ key, signs }) => {
      const row = stored.get(key)
      return row === undefined || row.signs === signs ? [] : [{ key, time: row.time, signs }]
    })
    if (changed.length === 0) continue
    count += changed.length
    const fresh = changed.filter(({ key, time }) => time >= news && stored.get(key)?.signs === null)
    await write(async (tx) => {
      await FORGET.run(tx, { before: news })
      await insert(tx, FIRST_SIGNS, fresh)
      for (const [signs, same] of Map.groupBy(changed, (trade) => trade.signs))
        await SET_SIGNS.run(tx, { signs, keys: same.map(({ key }) => key) })
    })
  }
  return count
}
