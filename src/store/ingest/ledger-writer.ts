import { INFRASTRUCTURE } from '../../chain/contracts.ts'
import type { MarketInfo, TraderInfo } from '../../ledger/event.ts'
import type { FillBatch } from '../../ledger/fill-batch.ts'
import { dayOf, type Hash } from '../../ledger/quantities.ts'
import type { Database, Sql } from '../engine/database.ts'
import { recordFees } from '../ledger/chain-knowledge.ts'
import { keepRows } from '../ledger/history.ts'
import { infrastructureIds } from '../ledger/infrastructure-ids.ts'
import { appendChange, createChangedPositions } from '../ledger/ledger-changes.ts'
import {
  countEvent,
  type LedgerState,
  readLedgerState,
  recordMeaning,
  writeLedgerState,
} from '../ledger/ledger-state.ts'
import type { MovementRow } from '../ledger/movement-row.ts'
import { blockOf, chainKey, comparePlaces } from '../ledger/place.ts'
import { unsealFrom } from '../ledger/seal-ledger.ts'
import { INCOME_DAYS } from '../tables.ts'
import { appendApiEvents } from './api-events.ts'
import { appendFills, appendMovements, type Clash } from './append-events.ts'
import { createConditions } from './conditions.ts'
import { createDictionaries } from './dictionary.ts'
import { dropSuperseded, type GoneHistoryRow } from './drop-superseded.ts'
import type { Movement } from './event-rows.ts'
import { foldBatch, type LatePositions, leaveUnfolded } from './fold-batch.ts'
import { createFoldSession } from './fold-session.ts'
import type { FoldFill } from './fold-state.ts'
import type { ApiEvent } from './history-rows.ts'
import { linkSingleTokens, type RefusedLink, type TokenLink } from './link-tokens.ts'
import { writeMarkets, writeTraders } from './metadata.ts'
import { createPositionDayRows } from './position-day-rows.ts'
import { createPriceDayRows } from './price-day-rows.ts'
import { closeWithout } from './recompute-closes.ts'
import { recordCharged, recordRelinked } from './record-relinked.ts'
import { refoldOrMark } from './refold.ts'
import { isInScope, tokensOf, tradersOf } from './scope.ts'
import { NOTHING_SETTLED, type SettledUpTo, settleSome } from './settle-resolved.ts'
import { undoBlocks } from './undo-blocks.ts'
import { createVolumeDayRows } from './volume-day-rows.ts'
import { createWholeTradeRows } from './whole-trade-rows.ts'
import { type Change, touchTraders, writePositions } from './write-positions.ts'

/** Records of one stretch of a source, in any order. */
export interface LedgerBatch {
  fills?: FillBatch | null
  movements?: readonly { movement: Movement; line: number }[]
  apiEvents?: readonly ApiEvent[]
  markets?: readonly MarketInfo[]
  traders?: readonly TraderInfo[]
  tokens?: readonly TokenLink[]
  /** Fees of conversions in neg-risk markets, in 1/10,000. */
  fees?: readonly { market: Hash; feeBips: number }[]
}

/** What became of a batch. */
export interface BatchReport {
  /** Ledger events that were new. */
  events: number
  /** Ledger events that were there already. */
  repeated: number
  /** Events whose place another transaction's event holds, and rows that the ledger knows better: they are not taken. */
  clashes: Clash[]
  /** Markets and links that are not taken, because a token of theirs belongs to another condition. */
  refusedLinks: RefusedLink[]
}

/** Appends a batch to the ledger and folds what is new. */
export type Append = (batch: LedgerBatch) => Promise<BatchReport>

/** Appends to the ledger and keeps its fact grain current; one transaction at a time. */
export interface LedgerWriter {
  /** Runs `work` in one transaction: everything appended in it becomes visible together, or nothing. */
  transaction<T>(work: (append: Append, tx: Sql) => Promise<T>): Promise<T>
  /**
   * Takes the events of a block and of all after it back, in one transaction with `work`.
   * @returns how many events went
   */
  undo(block: number, work: (tx: Sql) => Promise<void>): Promise<number>
  /** Settles what resolutions of very many positions have left, in short transactions. */
  settle(): Promise<void>
}

/** Options of a writer. */
export interface LedgerWriterOptions {
  /** Addresses of contracts that never own anything: exchanges, adapters, modules. @default those of Polygon */
  infrastructure?: ReadonlySet<string>
  /** Marks the ledger as the demo world. @default false */
  simulated?: boolean
  /** True: events are not folded but left to `foldLoaded`, which folds all events of their tokens once. @default false */
  foldsLater?: boolean
  /**
   * Positions that one transaction folds again or resolves at most. Of more to fold again, their tokens are left to the fold of loads; of
   * more to resolve, `settle` resolves those that have no later event. At some 20 microseconds each nobody waits for long
   * (bench/write/waits.ts). @default 2500
   */
  mostPositions?: number
  /** Positions that each transaction of `settle` resolves. @default 500 */
  settledAtATime?: number
}

const MOST_POSITIONS = 2_500
const SETTLED_AT_A_TIME = 500
const FAR_DAY = Number.MAX_SAFE_INTEGER

/** A writer on the store. */
export function createLedgerWriter(db: Database, options: LedgerWriterOptions = {}): LedgerWriter {
  const contracts: ReadonlySet<string> = options.infrastructure ?? INFRASTRUCTURE
  const ids = createDictionaries((address) => contracts.has(address))
  const conditions = createConditions()
  // A stream of fill batches numbers its names as it goes; these are their ids so far.
  const names = { traders: [] as number[], tokens: [] as number[] }
  const seen = { version: -1 }

  const inSession = <T>(work: (session: Session, tx: Sql) => Promise<T>) =>
    db
      .transaction(async (tx) => {
        const session = await openSession(tx, { ids, conditions, names, seen, contracts, options })
        const result = await work(session, tx)
        await session.flush()
        return result
      })
      .catch((error: unknown) => {
        ids.forget()
        conditions.forgetAll()
        throw error
      })

  return {
    transaction: (work) => inSession((session, tx) => work(session.append, tx)),
    undo: (block, work) =>
      inSession(async (session, tx) => {
        await unsealFrom(tx, chainKey(block, 0))
        await work(tx)
        return session.undo(block)
      }),
    async settle() {
      let upTo: SettledUpTo | null = NOTHING_SETTLED
      for (; upTo !== null; ) {
        const from: SettledUpTo = upTo
        upTo = await inSession((session) => session.settle(from))
      }
    },
  }
}

type Session = Awaited<ReturnType<typeof openSession>>

interface Deps {
  ids: ReturnType<typeof createDictionaries>
  conditions: ReturnType<typeof createConditions>
  names: { traders: number[]; tokens: number[] }
  /** The ledger's version that `conditions` are of. */
  seen: { version: number }
  contracts: ReadonlySet<string>
  options: LedgerWriterOptions
}

async function openSession(tx: Sql, { ids, conditions, names, seen, contracts, options }: Deps) {
  const state = await readLedgerState(tx, true)
  // Another writer may have stored the tokens of a condition: without them its movements cannot be folded here.
  if (state.version !== seen.version) conditions.forgetAll()
  seen.version = state.version
  const infrastructure = await infrastructureIds(tx)
  const days = createPositionDayRows()
  const prices = createPriceDayRows()
  const volumes = createVolumeDayRows()
  const wholes = createWholeTradeRows()
  const income = new Map<string, { trader: number; day: number; amount: number }>()
  const { mostPositions = MOST_POSITIONS } = options
  const late: LatePositions = { scope: new Map(), from: FAR_DAY, mostPositions }
  const goneFills: { token: number; key: number }[] = []
  const isInfrastructure = (trader: number) => infrastructure.has(trader)
  const session = createFoldSession({
    conditions,
    isInfrastructure,
    days,
    wholes,
    inScope: (token, trader) => !isInScope(late.scope, token, trader),
  })
  const changes = createChangedPositions()
  const version = state.version + 1
  let changed = 0
  let since = FAR_DAY

  const takeMetadata = async (batch: LedgerBatch) => {
    const markets = await writeMarkets(tx, ids, batch.markets ?? [])
    const single = await linkSingleTokens(tx, ids, batch.tokens ?? [])
    const relinked = new Set([...markets.relinked, ...single.relinked])
    const moved = new Set([...markets.moved, ...single.moved])
    // Repeated records make no new version: a refresh after them has nothing to do.
    changed += markets.changed + single.relinked.size + (await writeTraders(tx, ids, batch.traders ?? []))
    if (markets.changed + single.relinked.size > 0) await recordMeaning(tx)
    if (moved.size > 0) conditions.forgetAll()
    else conditions.forget(relinked)
    since = Math.min(since, (await recordRelinked(tx, relinked, moved, late)) ?? FAR_DAY)
    await takeFees(batch.fees ?? [])
    return [...markets.refused, ...single.refused]
  }
  const takeFees = async (fees: NonNullable<LedgerBatch['fees']>) => {
    if (fees.length === 0) return
    const numbers = await ids.negRisk.idsOf(
      tx,
      fees.map(({ market }) => market),
    )
    const charged = await recordFees(tx, new Map(fees.map(({ feeBips }, i) => [numbers[i] ?? 0, feeBips])))
    if (charged.length === 0) return
    // Other writers' caches hold the fee too: a new version empties them.
    changed += charged.length
    conditions.forget([])
    since = Math.min(since, (await recordCharged(tx, charged, late)) ?? FAR_DAY)
  }
  const learnNames = async (fills: FillBatch) => {
    if (fills.restarted) {
      names.traders = []
      names.tokens = []
    }
    const fresh = await ids.traders.idsOf(tx, fills.newAddresses)
    fresh.forEach((id, i) => {
      if (contracts.has(fills.newAddresses[i] ?? '')) infrastructure.add(id)
    })
    names.traders.push(...fresh)
    names.tokens.push(...(await ids.tokens.idsOf(tx, fills.newTokens)))
  }
  const takeGone = ({ event, key, time, amount }: GoneHistoryRow) => {
    if ('side' in event) goneFills.push({ token: event.token, key })
    else if (event.kind === 'INCOME') addIncome(income, { owner: event.owner, time, amount: -amount })
  }
  /** Both lists are in the ledger's order. */
  const takeEvents = (fills: readonly FoldFill[], movements: readonly MovementRow[]) => {
    for (const { time } of [fills[0], movements[0]].filter((event) => event !== undefined))
      since = Math.min(since, dayOf(time))
    for (const fill of fills) {
      countEvent(state, 'fills', fill.time, blockOf(fill.key).block)
      prices.add(fill)
      volumes.add(fill)
      changes.add(fill.token, fill.owner, fill.time)
    }
    for (const row of movements) {
      countEvent(state, 'movements', row.time, blockOf(row.key).block)
      if (row.kind === 'INCOME') addIncome(income, row)
    }
  }

  const append = async (batch: LedgerBatch): Promise<BatchReport> => {
    const refusedLinks = await takeMetadata(batch)
    if (batch.fills) await learnNames(batch.fills)
    const fills = await appendFills(tx, batch.fills ?? null, names, isInfrastructure)
    const movements = await appendMovements(tx, ids, batch.movements ?? [])
    const api = await appendApiEvents(tx, ids, batch.apiEvents ?? [])
    const fresh = [...fills.fresh, ...movements.fresh, ...api.ordinary]
    const replaced = await dropSuperseded(tx, fresh, { late, volumes, onHistory: takeGone })
    state.fills -= replaced.fills
    state.movements -= replaced.movements
    const events = {
      fills: [...fills.fresh, ...api.fills].sort(comparePlaces),
      movements: [...movements.fresh, ...api.movements].sort(comparePlaces),
    }
    conditions.forget(
      events.movements.flatMap((row) => (row.kind === 'RESOLVE' ? (row.condition ?? []) : [])),
    )
    await refreshInfrastructure(tx, infrastructure, batch)
    takeEvents(events.fills, events.movements)
    if (options.foldsLater === true) await leaveUnfolded(tx, conditions, events)
    else await foldBatch(tx, session, conditions, events, late)
    for (const row of events.movements)
      for (const token of tokensOf(row, conditions))
        for (const trader of tradersOf(row)) changes.add(token, trader, row.time)
    const count = events.fills.length + events.movements.length
    changed += count
    return {
      events: count,
      repeated: fills.repeated + movements.repeated + api.repeated,
      clashes: [...fills.clashes, ...movements.clashes, ...api.clashes],
      refusedLinks,
    }
  }
  const undo = async (block: number) => {
    const gone = await undoBlocks(tx, block, { conditions, late, state, changes })
    since = Math.min(since, late.from)
    changed += gone
    return gone
  }
  const settle = async (upTo: SettledUpTo) => {
    const settled = await settleSome(tx, session, conditions, {
      upTo,
      limit: options.settledAtATime ?? SETTLED_AT_A_TIME,
    })
    if (settled === null) return null
    changed += settled.count
    if (settled.count > 0) since = Math.min(since, settled.day)
    return settled.upTo
  }
  const flush = async () => {
    if (changed === 0) return
    const change = { version, since }
    session.closeDays()
    await days.write(tx, 'add')
    await writePositions(tx, session.entries.values(), change)
    await prices.write(tx)
    await closeWithout(tx, goneFills)
    await volumes.write(tx)
    await wholes.write(tx)
    await writeIncome(tx, income, change)
    if (late.scope.size > 0) {
      const from = late.from === FAR_DAY ? 0 : late.from
      await refoldOrMark(tx, late.scope, { conditions, isInfrastructure, from, change }, mostPositions)
    }
    if (since < FAR_DAY) await appendChange(tx, version, since)
    await changes.write(tx, version)
    state.version = version
    seen.version = version
    state.simulated ||= options.simulated ?? false
    await writeLedgerState(tx, state satisfies LedgerState)
  }
  return { append, undo, settle, flush }
}

/** Movements can name contracts that no fill has named yet. */
async function refreshInfrastructure(tx: Sql, known: Set<number>, batch: LedgerBatch): Promise<void> {
  if ((batch.movements?.length ?? 0) === 0) return
  for (const id of await infrastructureIds(tx)) known.add(id)
}

function addIncome(
  income: Map<string, { trader: number; day: number; amount: number }>,
  row: Pick<MovementRow, 'owner' | 'time' | 'amount'>,
): void {
  const day = dayOf(row.time)
  const trader = row.owner ?? 0
  const key = `${trader} ${day}`
  const known = income.get(key)
  if (known) known.amount += row.amount ?? 0
  else income.set(key, { trader, day, amount: row.amount ?? 0 })
}

async function writeIncome(
  tx: Sql,
  income: Map<string, { trader: number; day: number; amount: number }>,
  change: Change,
): Promise<void> {
  const rows = [...income.values()]
  await touchTraders(
    tx,
    rows.map(({ trader }) => trader),
    change,
  )
  const keys = { trader_id: rows.map((row) => row.trader), day: rows.map((row) => row.day) }
  await keepRows(tx, INCOME_DAYS, keys, rows.length)
  const columns = { ...keys, amount: rows.map((row) => row.amount) }
  await tx.upsert(INCOME_DAYS, columns, rows.length, { amount: 'add' })
  income.clear()
}
