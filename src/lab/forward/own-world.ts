import { LRUCache } from 'lru-cache'
import { defined } from '../../checks.ts'
import { DAY_SECONDS, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import { readLedgerState } from '../../store/ledger/ledger-state.ts'
import { decisionsOf } from '../decisions.ts'
import { addFills, nameOrders, newOrderNames, type OrderNames, readTokensOf } from '../read/read-tape.ts'
import type { Rule } from '../rule.ts'
import type { TapeWorld } from '../run-rule.ts'
import { rowsOf, type Selection, type Tape, TapeBuilder } from '../tape.ts'
import type { RecordRow } from './record.ts'

/** A reading of a run of a rule, which the next one goes on from. */
export interface ReadBefore {
  /** The first second that was not read. */
  end: Seconds
  /** The chain's last event at that time, and how many fills the ledger had. */
  lastKey: number
  fills: number
  /** All fills of the chosen traders, and all fills of the outcomes that they copied. */
  own: Tape
  prints: Tape
  owners: ReadonlySet<number>
  tokens: ReadonlySet<number>
  names: OrderNames
  /** The entries that count, and the number of the record's last one. */
  stands: readonly RecordRow[]
  head: number
}

/** Rows of the tapes that are kept at most, of all rules: each takes some 70 bytes. */
const MOST_ROWS = 4_000_000
const MOST_RULES = 1_000

/** The last reading of each rule. */
export type ForwardMemory = LRUCache<string, ReadBefore>

/** A memory without rules. */
export function createForwardMemory(): ForwardMemory {
  const memory: ForwardMemory = new LRUCache({
    max: MOST_RULES,
    maxSize: MOST_ROWS,
    sizeCalculation: ({ own, prints, stands }) => 1 + own.count + prints.count + stands.length,
  })
  return memory
}

/** Whether the ledger has no fill that came late since: nothing before `end` has changed. Blocks that were taken back are noted elsewhere. */
export async function isAsRead(sql: Sql, { fills, lastKey }: ReadBefore): Promise<boolean> {
  const newer = await ledgerOf(sql).events<{ count: number }>(
    'FILLS',
    { afterKey: lastKey },
    { select: 'COUNT(*) AS count' },
  )
  const after = newer.reduce((sum, { count }) => sum + count, 0)
  return (await readLedgerState(sql)).fills - fills === after
}

/**
 * Reads the part of a rule's tape on which some choices of traders depend: the traders' own fills, and all fills of the outcomes that they
 * copy. Decisions and copies are the same as those of the whole tape up to a time.
 * @param before the first second that is not read
 * @param last the reading before, where nothing of it has changed since: what is new alone is read
 */
export async function readOwnWorld(
  sql: Sql,
  rule: Rule,
  { selections, before }: { selections: readonly Selection[]; before: Seconds },
  last: ReadBefore | null,
): Promise<{ world: TapeWorld; read: Omit<ReadBefore, 'stands' | 'head'> }> {
  const since = rule.from * DAY_SECONDS
  const owners = new Set(selections.flatMap(({ traders }) => traders))
  const own = await readOn(sql, { by: 'owners', ids: owners, known: last?.owners, tape: last?.own }, [
    rule.entry.firstOnly ? 0 : since,
    last?.end ?? 0,
    before,
  ])
  const terms = await readTokensOf(sql, [...new Set(own.token)], rule.to)
  const copied = decisionsOf(rule, own, terms, selections).map(({ token }) => token)
  const tokens = new Set([...(last?.tokens ?? []), ...copied])
  const prints = await readOn(sql, { by: 'tokens', ids: tokens, known: last?.tokens, tape: last?.prints }, [
    since,
    last?.end ?? 0,
    before,
  ])
  const builder = new TapeBuilder(own.count + prints.count)
  const isOwn = (row: number) => !tokens.has(defined(own.token[row])) || defined(own.time[row]) < since
  builder.addAll(...rowsOf(own, isOwn))
  builder.addAll(prints.count, prints)
  const tape = builder.build()
  const names = last?.names ?? newOrderNames()
  await nameOrders(sql, tape, rule, selections, names)
  const end = await ledgerOf(sql).lastOfChain()
  const { fills } = await readLedgerState(sql)
  const lastKey = end?.key ?? Number.NEGATIVE_INFINITY
  return {
    world: { tape, tokens: terms, selections },
    read: { end: before, lastKey, fills, own, prints, owners, tokens, names },
  }
}

/** Fills of traders or outcomes on a tape. */
interface Some {
  by: 'owners' | 'tokens'
  ids: ReadonlySet<number>
  /** Those of a tape that was read before, and it. */
  known: ReadonlySet<number> | undefined
  tape: Tape | undefined
}

/** Reads a tape on: of those that are on it what is new, of others everything. */
async function readOn(
  sql: Sql,
  { by, ids, known, tape }: Some,
  [since, end, before]: readonly [Seconds, Seconds, Seconds],
): Promise<Tape> {
  const builder = new TapeBuilder()
  if (tape !== undefined) builder.addAll(tape.count, tape)
  const [older, fresh] = [[...ids].filter((id) => known?.has(id)), [...ids].filter((id) => !known?.has(id))]
  if (older.length > 0) await addFills(builder, sql, { [by]: older, since: end, before })
  if (fresh.length > 0) await addFills(builder, sql, { [by]: fresh, since, before })
  return builder.build()
}
