import type { Clock } from '../../clock.ts'
import { PequodError } from '../../errors.ts'
import {
  type Address,
  type ConditionId,
  DAY_SECONDS,
  type Day,
  dayOf,
  type Seconds,
  type TokenId,
} from '../../ledger/quantities.ts'
import { readBeside } from '../../numbers/days/read-beside.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { as, statement } from '../../store/engine/statement.ts'
import { earliestFrom } from '../../store/ledger/ledger-changes.ts'
import { readLedgerState } from '../../store/ledger/ledger-state.ts'
import { namesOf } from '../../store/ledger/names.ts'
import { CONDITIONS, TOKENS, TRADERS } from '../../store/tables.ts'
import { decisionsOf } from '../decisions.ts'
import { chooseTraders, daysOfChoice } from '../read/choose-traders.ts'
import { replay } from '../replay.ts'
import { MOST_DAYS, type Rule, readRule } from '../rule.ts'
import { MOST_COPIES, type TapeWorld, tooMany } from '../run-rule.ts'
import type { Selection } from '../tape.ts'
import { changesOf, type EntryNames, entriesOf, entry, type NewEntry } from './entries.ts'
import { LAB_RULES } from './forward-tables.ts'
import {
  createForwardMemory,
  type ForwardMemory,
  isAsRead,
  type ReadBefore,
  readOwnWorld,
} from './own-world.ts'
import {
  appendEntries,
  contentsOf,
  type RecordRow,
  readEntries,
  recordHead,
  standing,
  takenBack,
} from './record.ts'

/** A rule takes at most this part of a processor: it waits as many times as long as it ran. */
const REST = 20
/** Seconds between two runs of a rule: at least, and at most. */
const [SHORTEST_REST, LONGEST_REST] = [2, 3_600]
/** Seconds for which no other process runs a rule that one has taken. */
const LEASE_SECONDS = 600

const RUNNING = statement((from) => from(LAB_RULES).select('id').where('state', 'RUNNING').limit(1))
const NEXT = statement((from, { now, version }: { now: Seconds; version: number }) =>
  from(LAB_RULES)
    .select('id')
    .where('state', 'RUNNING')
    .where('next_at', '<=', now)
    .where('version', '<>', version)
    .orderBy('next_at')
    .orderBy('id')
    .limit(1),
)
const CLAIM = statement((from, given: { id: string; now: Seconds; until: Seconds }) =>
  from(LAB_RULES)
    .where('id', given.id)
    .where('state', 'RUNNING')
    .where('next_at', '<=', given.now)
    .update({ next_at: given.until })
    .returning(['id', 'rule', 'start', 'recheck']),
)
const HOLD = statement((from, { id }: { id: string }) =>
  from(LAB_RULES).select('id', 'recheck').where('id', id).where('state', 'RUNNING').forUpdate(),
)
const REST_UNTIL = statement((from, given: { id: string; nextAt: Seconds; version: number }) =>
  from(LAB_RULES)
    .where('id', given.id)
    .update({ next_at: given.nextAt, version: given.version, recheck: null }),
)
const POSTPONE = statement((from, given: { id: string; nextAt: Seconds }) =>
  from(LAB_RULES).where('id', given.id).update({ next_at: given.nextAt }),
)
const RECHECK = statement((from, { since }: { since: Seconds }) =>
  from(LAB_RULES)
    .where('state', 'RUNNING')
    .where((rows) => rows.whereNull('recheck').orWhere('recheck', '>', since))
    .update({ recheck: since }),
)
const END = statement((from, { id }: { id: string }) =>
  from(LAB_RULES).where('id', id).where('state', 'RUNNING').update({ state: 'ENDED' }),
)
const IDS = statement((from, { addresses }: { addresses: readonly Address[] }) =>
  from(TRADERS).select('id', 'address').whereAnyOf('address', 'text', addresses),
)
const NAMED_TOKENS = statement((from, { ids }: { ids: readonly number[] }) =>
  from(as(TOKENS, 't'))
    .leftJoin(as(CONDITIONS, 'c'), 'c.id', 't.condition_id')
    .select('t.id', 't.token', 'c.condition as market')
    .whereAnyOf('t.id', 'int', ids),
)

/**
 * Runs the next rule that is due, up to the ledger's last second, and appends what is final.
 * @param memory of the runs before: what is in it is not read again. @default none
 * @returns false if none is due
 */
export async function runForward(
  db: Database,
  clock: Clock,
  memory: ForwardMemory = createForwardMemory(),
): Promise<boolean> {
  const now = clock()
  const next = await nextRule(db, now)
  if (next === undefined) return false
  const claim = { id: next.id, now, until: now + LEASE_SECONDS }
  const row = await db.transaction((tx) => CLAIM.get(tx, claim))
  if (row === undefined) return true
  const begun = performance.now()
  const restAt = () => {
    const took = Math.ceil(((performance.now() - begun) / 1_000) * REST)
    return clock() + Math.min(LONGEST_REST, Math.max(SHORTEST_REST, took))
  }
  try {
    await runOne(db, row, memory, restAt)
  } catch (error) {
    if (error instanceof PequodError && error.code === 'BAD_USER_INPUT')
      await db.transaction((tx) => endRule(tx, row.id, error.message))
    else {
      await POSTPONE.run(db, { id: row.id, nextAt: restAt() })
      if (!(error instanceof PequodError)) throw error
    }
  }
  return true
}

/** Whether a rule is due at a time. */
export async function isRuleDue(db: Database, now: Seconds): Promise<boolean> {
  return (await nextRule(db, now)) !== undefined
}

async function nextRule(db: Database, now: Seconds) {
  const { version } = await readLedgerState(db)
  return NEXT.get(db, { now, version })
}

interface Claimed {
  id: string
  rule: string
  start: Seconds
  recheck: Seconds | null
}

/** Runs a rule once. Another process's entries, or blocks that were taken back meanwhile, leave the record to the next run. */
async function runOne(
  db: Database,
  { id, rule: text, start, recheck }: Claimed,
  memory: ForwardMemory,
  restAt: () => Seconds,
): Promise<void> {
  const rule = readRule(JSON.parse(text))
  const last = recheck === null ? (memory.get(id) ?? null) : null
  memory.delete(id)
  const known = [...(last?.stands ?? []), ...(await readEntries(db, id, { after: last?.head ?? 0 }))]
  const stands = standing(known)
  const run = await finalEntries(db, rule, { start, choices: choicesOf(stands, recheck), last })
  const own = stands.filter(({ kind }) => kind !== 'REGISTERED')
  const { gone, fresh } = changesOf(own, run.entries)
  await db.transaction(async (tx) => {
    const held = await HOLD.get(tx, { id })
    const head = await recordHead(tx, id)
    if (held === undefined || held.recheck !== recheck) return
    if (head.seq !== Math.max(last?.head ?? 0, known.at(-1)?.seq ?? 0)) return
    const at = Math.max(head.at, run.end)
    const reason = recheck === null ? 'LATE_EVENTS' : 'BLOCKS'
    const entries = [...takenBack(gone, at, reason), ...fresh]
    await appendEntries(tx, { ruleId: id, head, at }, entries)
    await REST_UNTIL.run(tx, { id, nextAt: restAt(), version: run.version })
    if (run.end >= (rule.to + 1) * DAY_SECONDS) await endRule(tx, id, `It ran for ${MOST_DAYS} days.`)
    if (run.read !== null) memory.set(id, { ...run.read, stands, head: head.seq })
  })
}

/** The choices of a record by day, without those that taken back blocks may have changed. */
function choicesOf(stands: readonly RecordRow[], recheck: Seconds | null): Map<Day, Choice> {
  const kept = stands.filter(({ kind, time }) => kind === 'CHOSEN' && time <= (recheck ?? time))
  return new Map(
    kept.map((row) => [dayOf(row.time), { from: row.time, traders: contentsOf('CHOSEN', row).traders }]),
  )
}

/** The traders of a choice, who are copied from a time on. */
interface Choice {
  from: Seconds
  traders: readonly Address[]
}

interface FinalEntries {
  entries: NewEntry[]
  /** The first second that was not run, and the ledger's version. */
  end: Seconds
  version: number
  /** Null where nothing was read. */
  read: Omit<ReadBefore, 'stands' | 'head'> | null
}

/**
 * Runs a rule from its start to the ledger's last second, with the choices of traders that were made already.
 * @param last what the run before has read
 */
async function finalEntries(
  db: Database,
  rule: Rule,
  { start, choices, last }: { start: Seconds; choices: ReadonlyMap<Day, Choice>; last: ReadBefore | null },
): Promise<FinalEntries> {
  const before = await readLedgerState(db)
  const end = before.lastTime ?? start
  if (end <= start) return { entries: [], end, version: before.version, read: null }
  const own: Rule = { ...rule, to: Math.min(rule.to, dayOf(end - 1)) }
  const days = daysOfChoice(own)
  const missing = days.filter((day) => !choices.has(day))
  const made =
    missing.length === 0
      ? []
      : await readBeside(db, own.to, (sources) => chooseTraders(sources, own, missing, null))
  return db.view(async (sql) => {
    const ids = await idsOf(
      sql,
      [...choices.values()].flatMap(({ traders }) => traders),
    )
    const selections = days.flatMap((day, i): Selection[] => {
      const until = (days[i + 1] ?? own.to + 1) * DAY_SECONDS
      const [known, chosen] = [choices.get(day), made[missing.indexOf(day)]]
      // A screen's members are recorded soon after the close: a later run makes the choice.
      if (chosen?.isUnknown) return []
      const from = known?.from ?? chosen?.from ?? day * DAY_SECONDS
      const traders = chosen?.traders ?? (known?.traders ?? []).flatMap((address) => ids.get(address) ?? [])
      return [{ from: Math.max(from, start), until, traders, pool: [] }]
    })
    const kept = last !== null && last.end <= end && (await isAsRead(sql, last)) ? last : null
    const { world, read } = await readOwnWorld(sql, own, { selections, before: end }, kept)
    return { entries: await entriesUpTo(sql, own, world, end), end, version: before.version, read }
  })
}

async function entriesUpTo(sql: Sql, rule: Rule, world: TapeWorld, end: Seconds): Promise<NewEntry[]> {
  const { tape, tokens, selections } = world
  const decisions = decisionsOf(rule, tape, tokens, selections)
  if (decisions.length > MOST_COPIES) throw tooMany(decisions.length)
  const [delay] = rule.delays
  const copies = replay(rule, { tape, tokens, decisions, delay, end, friction: 'LIMITS' })
  const traders = selections.flatMap((selection) => selection.traders)
  return entriesOf(
    copies,
    world,
    await readNames(
      sql,
      traders,
      copies.map(({ decision }) => decision.token),
    ),
    end,
  )
}

async function readNames(
  sql: Sql,
  traders: readonly number[],
  tokens: readonly number[],
): Promise<EntryNames> {
  const addresses = await namesOf(sql, 'traders', traders)
  const outcomes = await NAMED_TOKENS.all(sql, { ids: [...new Set(tokens)] })
  const byToken = new Map(outcomes.map((row) => [row.id, row]))
  return {
    address: (trader) => (addresses.get(trader) ?? missing(`trader ${trader}`)) as Address,
    token(id) {
      const { token, market } = byToken.get(id) ?? missing(`outcome ${id}`)
      return { token: token as TokenId, market: market as ConditionId | null }
    },
  }
}

async function idsOf(sql: Sql, addresses: readonly Address[]): Promise<Map<Address, number>> {
  const rows = await IDS.all(sql, { addresses: [...new Set(addresses)] })
  return new Map(rows.map(({ id, address }) => [address as Address, id]))
}

function missing(name: string): never {
  throw new Error(`the store has no ${name}`)
}

/** Notes for every running rule that blocks from one on are taken back, in the transaction that removes them and before it does. */
export async function recheckRules(tx: Sql, block: number): Promise<void> {
  if ((await RUNNING.get(tx)) === undefined) return
  const since = await earliestFrom(tx, block)
  if (since !== null) await RECHECK.run(tx, { since })
}

/** Ends a rule: its record stays, and says so. @param reason null: its owner ended it */
export async function endRule(tx: Sql, id: string, reason: string | null): Promise<void> {
  if ((await END.run(tx, { id })) === 0) return
  const head = await recordHead(tx, id)
  await appendEntries(tx, { ruleId: id, head, at: head.at }, [entry('ENDED', head.at, { reason })])
}
