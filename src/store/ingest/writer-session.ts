import type { MarketInfo, TraderInfo } from '../../ledger/event.ts'
import type { FillBatch } from '../../ledger/fill-batch.ts'
import { type Day, dayOf, type Hash, type MicroUsd } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { infrastructureIds, recordFees } from '../ledger/chain-knowledge.ts'
import { keepRows } from '../ledger/history.ts'
import { appendChange, createChangedPositions } from '../ledger/ledger-changes.ts'
import {
  countEvent,
  type LedgerState,
  readLedgerState,
  recordMeaning,
  writeLedgerState,
} from '../ledger/ledger-state.ts'
import type { MovementRow } from '../ledger/movement-row.ts'
import { blockOf, comparePlaces } from '../ledger/place.ts'
import { INCOME_DAYS } from '../tables.ts'
import { appendApiEvents } from './api-events.ts'
import { appendFills, appendMovements, type Clash, type Movement } from './append-events.ts'
import type { createConditions } from './conditions.ts'
import type { createDictionaries } from './dictionary.ts'
import { dropSuperseded, type GoneHistoryRow } from './drop-superseded.ts'
import { foldBatch, type LatePositions, leaveUnfolded, type NewEvents } from './fold-batch.ts'
import { createFoldSession, type FoldSession } from './fold-session.ts'
import type { ApiEvent } from './history-rows.ts'
import { linkSingleTokens, type RefusedLink, type TokenLink } from './link-tokens.ts'
import { writeMarkets, writeTraders } from './metadata.ts'
import { createPositionDayRows } from './position-day-rows.ts'
import { closeWithout, createPriceDayRows } from './price-day-rows.ts'
import { recordCharged, recordRelinked } from './record-relinked.ts'
import { refoldOrMark } from './refold.ts'
import { isInScope, tokensOf, tradersOf } from './replay.ts'
import { type SettledUpTo, settleSome } from './settle-resolved.ts'
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
  /** Positions that each transaction of `settle` resolves. @default 250 */
  settledAtATime?: number
  /** Events that each transaction of `undo` takes back, but for those of one block. @default 100 */
  undoneAtATime?: number
}

const MOST_POSITIONS = 2_500
const SETTLED_AT_A_TIME = 250
const FAR_DAY = Number.MAX_SAFE_INTEGER

/** State that a writer keeps between its transactions. */
export interface WriterMemory {
  ids: ReturnType<typeof createDictionaries>
  conditions: ReturnType<typeof createConditions>
  /** The ids of the names that a stream of fill batches has numbered so far. */
  names: { traders: number[]; tokens: number[] }
  /** The ledger's version that `conditions` are of. */
  seen: { version: number }
  contracts: ReadonlySet<string>
  options: LedgerWriterOptions
}

interface IncomeDay {
  trader: number
  day: Day
  amount: MicroUsd
}

/** One transaction of a writer: rows on their way to the store, and what else is written at its end. */
export interface WriterSession extends WriterMemory {
  tx: Sql
  state: LedgerState
  /** The version that the transaction makes of the ledger. */
  version: number
  /** How much changed; where it is nothing there is no new version. */
  changed: number
  /** The earliest day with an event that came, went, or got its meaning. */
  since: Day
  /** Traders that are contracts. */
  infrastructure: Set<number>
  fold: FoldSession
  late: LatePositions
  days: ReturnType<typeof createPositionDayRows>
  prices: ReturnType<typeof createPriceDayRows>
  volumes: ReturnType<typeof createVolumeDayRows>
  wholes: ReturnType<typeof createWholeTradeRows>
  income: Map<string, IncomeDay>
  /** Fills that set a close and left the ledger. */
  goneFills: { token: number; key: number }[]
  changes: ReturnType<typeof createChangedPositions>
}

/** Begins a transaction of a writer. */
export async function openSession(tx: Sql, memory: WriterMemory): Promise<WriterSession> {
  const { conditions, seen, options } = memory
  const state = await readLedgerState(tx, true)
  // Another writer may have stored the tokens of a condition: without them its movements cannot be folded here.
  if (state.version !== seen.version) conditions.forgetAll()
  seen.version = state.version
  const infrastructure = await infrastructureIds(tx)
  const days = createPositionDayRows()
  const wholes = createWholeTradeRows()
  const { mostPositions = MOST_POSITIONS } = options
  const late: LatePositions = { scope: new Map(), from: FAR_DAY, mostPositions }
  const fold = createFoldSession({
    conditions,
    isInfrastructure: (trader) => infrastructure.has(trader),
    days,
    wholes,
    inScope: (token, trader) => !isInScope(late.scope, token, trader),
  })
  return {
    ...memory,
    tx,
    state,
    version: state.version + 1,
    changed: 0,
    since: FAR_DAY,
    infrastructure,
    fold,
    late,
    days,
    prices: createPriceDayRows(),
    volumes: createVolumeDayRows(),
    wholes,
    income: new Map(),
    goneFills: [],
    changes: createChangedPositions(),
  }
}

/** Appends a batch to the ledger and folds what is new. */
export async function append(session: WriterSession, batch: LedgerBatch): Promise<BatchReport> {
  const { tx, ids, state, conditions, infrastructure, late, volumes } = session
  const refusedLinks = await takeMetadata(session, batch)
  await takeFees(session, batch.fees ?? [])
  if (batch.fills) await learnNames(session, batch.fills)
  const isInfrastructure = (trader: number) => infrastructure.has(trader)
  const fills = await appendFills(tx, batch.fills ?? null, session.names, isInfrastructure)
  const movements = await appendMovements(tx, ids, batch.movements ?? [])
  const api = await appendApiEvents(tx, ids, batch.apiEvents ?? [])
  const fresh = [...fills.fresh, ...movements.fresh, ...api.ordinary]
  const onHistory = (row: GoneHistoryRow) => takeGone(session, row)
  const replaced = await dropSuperseded(tx, fresh, { late, volumes, onHistory })
  state.fills -= replaced.fills
  state.movements -= replaced.movements
  const events = {
    fills: [...fills.fresh, ...api.fills].sort(comparePlaces),
    movements: [...movements.fresh, ...api.movements].sort(comparePlaces),
  }
  conditions.forget(events.movements.flatMap((row) => (row.kind === 'RESOLVE' ? (row.condition ?? []) : [])))
  await refreshInfrastructure(tx, infrastructure, batch)
  await takeEvents(session, events)
  const count = events.fills.length + events.movements.length
  session.changed += count
  return {
    events: count,
    repeated: fills.repeated + movements.repeated + api.repeated,
    clashes: [...fills.clashes, ...movements.clashes, ...api.clashes],
    refusedLinks,
  }
}

/** Takes the events of a block and of all after it back. @returns how many went */
export async function undo(session: WriterSession, block: number): Promise<number> {
  const gone = await undoBlocks(session.tx, block, session)
  session.since = Math.min(session.since, session.late.from)
  session.changed += gone
  return gone
}

/** Settles some of the positions that resolutions have left. @returns how far it came; null where nothing was left */
export async function settle(session: WriterSession, upTo: SettledUpTo): Promise<SettledUpTo | null> {
  const { tx, fold, conditions, options } = session
  const limit = options.settledAtATime ?? SETTLED_AT_A_TIME
  const settled = await settleSome(tx, fold, conditions, { upTo, limit })
  if (settled === null) return null
  session.changed += settled.count
  if (settled.count > 0) session.since = Math.min(session.since, settled.day)
  return settled.upTo
}

/** Writes the rows that the transaction computed from its events. */
export async function flush(session: WriterSession): Promise<void> {
  const { tx, state, changed, version, since, seen, late, options } = session
  if (changed === 0) return
  const change = { version, since }
  session.fold.closeDays()
  await session.days.write(tx, 'add')
  await writePositions(tx, session.fold.entries.values(), change)
  await session.prices.write(tx)
  await closeWithout(tx, session.goneFills)
  await session.volumes.write(tx)
  await session.wholes.write(tx)
  await writeIncome(tx, session.income, change)
  if (late.scope.size > 0) await foldLate(session, change)
  if (since < FAR_DAY) await appendChange(tx, version, since)
  await session.changes.write(tx, version)
  state.version = version
  seen.version = version
  state.simulated ||= options.simulated ?? false
  await writeLedgerState(tx, state)
}

async function foldLate(
  { tx, conditions, infrastructure, late }: WriterSession,
  change: Change,
): Promise<void> {
  const from = late.from === FAR_DAY ? 0 : late.from
  const isInfrastructure = (trader: number) => infrastructure.has(trader)
  await refoldOrMark(tx, late.scope, { conditions, isInfrastructure, from, change }, late.mostPositions)
}

/** Takes markets, links of tokens and traders' names in. @returns links that are refused */
async function takeMetadata(session: WriterSession, batch: LedgerBatch): Promise<RefusedLink[]> {
  const { tx, ids, conditions, late } = session
  const markets = await writeMarkets(tx, ids, batch.markets ?? [])
  const single = await linkSingleTokens(tx, ids, batch.tokens ?? [])
  const relinked = new Set([...markets.relinked, ...single.relinked])
  const moved = new Set([...markets.moved, ...single.moved])
  // Repeated records make no new version: a refresh after them has nothing to do.
  const links = markets.changed + single.relinked.size
  session.changed += links + (await writeTraders(tx, ids, batch.traders ?? []))
  if (links > 0) await recordMeaning(tx)
  if (moved.size > 0) conditions.forgetAll()
  else conditions.forget(relinked)
  session.since = Math.min(session.since, (await recordRelinked(tx, relinked, moved, late)) ?? FAR_DAY)
  return [...markets.refused, ...single.refused]
}

async function takeFees(session: WriterSession, fees: NonNullable<LedgerBatch['fees']>): Promise<void> {
  if (fees.length === 0) return
  const { tx, ids, conditions, late } = session
  const numbers = await ids.negRisk.idsOf(
    tx,
    fees.map(({ market }) => market),
  )
  const charged = await recordFees(tx, new Map(fees.map(({ feeBips }, i) => [numbers[i] ?? 0, feeBips])))
  if (charged.length === 0) return
  // Other writers' caches hold the fee too: a new version empties them.
  session.changed += charged.length
  conditions.forget([])
  session.since = Math.min(session.since, (await recordCharged(tx, charged, late)) ?? FAR_DAY)
}

async function learnNames(
  { tx, ids, names, contracts, infrastructure }: WriterSession,
  fills: FillBatch,
): Promise<void> {
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

function takeGone({ goneFills, income }: WriterSession, { event, key, time, amount }: GoneHistoryRow): void {
  if ('side' in event) goneFills.push({ token: event.token, key })
  else if (event.kind === 'INCOME') addIncome(income, { owner: event.owner, time, amount: -amount })
}

/** Counts new events, and folds them or leaves them to the fold of loads. */
async function takeEvents(session: WriterSession, events: NewEvents): Promise<void> {
  const { tx, state, conditions, prices, volumes, changes, income } = session
  for (const { time } of [events.fills[0], events.movements[0]].filter((event) => event !== undefined))
    session.since = Math.min(session.since, dayOf(time))
  for (const fill of events.fills) {
    countEvent(state, 'fills', fill.time, blockOf(fill.key).block)
    prices.add(fill)
    volumes.add(fill)
    changes.add(fill.token, fill.owner, fill.time)
  }
  for (const row of events.movements) {
    countEvent(state, 'movements', row.time, blockOf(row.key).block)
    if (row.kind === 'INCOME') addIncome(income, row)
  }
  if (session.options.foldsLater === true) await leaveUnfolded(tx, conditions, events)
  else await foldBatch(tx, session.fold, conditions, events, session.late)
  for (const row of events.movements)
    for (const token of tokensOf(row, conditions))
      for (const trader of tradersOf(row)) changes.add(token, trader, row.time)
}

/** Movements can name contracts that no fill has named yet. */
async function refreshInfrastructure(tx: Sql, known: Set<number>, batch: LedgerBatch): Promise<void> {
  if ((batch.movements?.length ?? 0) === 0) return
  for (const id of await infrastructureIds(tx)) known.add(id)
}

function addIncome(
  income: Map<string, IncomeDay>,
  row: Pick<MovementRow, 'owner' | 'time' | 'amount'>,
): void {
  const day = dayOf(row.time)
  const trader = row.owner ?? 0
  const key = `${trader} ${day}`
  const known = income.get(key)
  if (known) known.amount += row.amount ?? 0
  else income.set(key, { trader, day, amount: row.amount ?? 0 })
}

async function writeIncome(tx: Sql, income: Map<string, IncomeDay>, change: Change): Promise<void> {
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
