import { lockAccount } from '../../accounts/accounts.ts'
import { PequodError } from '../../errors.ts'
import { type Address, DAY_SECONDS, type Day, dayOf, dayText, type Seconds } from '../../ledger/quantities.ts'
import { EMPTY_CHAIN } from '../../ledger/record-hash.ts'
import { newId } from '../../screens/screens.ts'
import { type Database, insert, type Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import type { RowOf } from '../../store/engine/table.ts'
import { readLedgerState } from '../../store/ledger/ledger-state.ts'
import { hiddenTraders, optedOutAddresses } from '../../store/opted-out.ts'
import { readLabNames } from '../read/read-names.ts'
import { MOST_DAYS, type Rule, readRule } from '../rule.ts'
import { entry } from './entries.ts'
import { type ForwardResults, forwardResults } from './forward-results.ts'
import { LAB_RULES } from './forward-tables.ts'
import { appendEntries, contentsOf, type RecordRow, readEntries, standing } from './record.ts'
import { endRule } from './run-forward.ts'

/** The rules of an account that run at the same time, at most. */
export const MOST_RULES = 5
/** The rules of an account in all, ended ones among them: records are never removed. */
export const MOST_REGISTERED = 100
/** The form of a registered rule's id: 128 random bits, but for those that begin with a dash. */
export const RULE_ID = /^[A-Za-z0-9_-]{22}$/

/** A registered rule as everybody with its address sees it. */
export interface RegisteredRule {
  id: string
  /** The title of the example that it was; null for a rule of an account. */
  title: string | null
  rule: Rule['text']
  hash: string
  start: Seconds
  state: RowOf<typeof LAB_RULES>['state']
}

export interface ShownEntry extends Pick<RecordRow, 'seq' | 'kind' | 'time' | 'hash'> {
  /** Null, like the nonce and the trader, where it would name a wallet that opted out; `time` is then the start of its day. */
  contents: string | null
  nonce: string | null
  trader: Address | null
  username: string | null
  market: string | null
  question: string | null
  outcome: string | null
}

export interface RegisteredRules {
  /**
   * Registers a rule: it runs from the ledger's present time on.
   * @throws PequodError FORBIDDEN above {@link MOST_RULES} running ones and {@link MOST_REGISTERED} in all, SERVICE_UNAVAILABLE for an empty ledger
   */
  register(accountId: number, rule: Rule['text'], title: string | null): Promise<RegisteredRule>
  /** The account's rules, the newest first. */
  list(accountId: number): Promise<RegisteredRule[]>
  /** A registered rule; null if there is none. */
  find(id: string): Promise<RegisteredRule | null>
  /** Ends a rule of the account, whose record stays; null if the account has no such one. */
  end(accountId: number, id: string): Promise<RegisteredRule | null>
  /** A page of its record. @param upTo the ledger's time up to which it is known */
  entries(id: string, page: { upTo: Seconds; after: number; most: number }): Promise<ShownEntry[]>
  /** Its results, from the entries of its record alone. @param upTo the ledger's time up to which it is known */
  results(id: string, upTo: Seconds): Promise<ForwardResults>
}

const SHOWN = ['id', 'title', 'rule', 'start', 'state'] as const

const OF_ACCOUNT = statement((from, { accountId }: { accountId: number }) =>
  from(LAB_RULES)
    .select(...SHOWN)
    .where('account_id', accountId)
    .orderBy('start', 'desc')
    .orderBy('id'),
)
const ONE = statement((from, { id }: { id: string }) =>
  from(LAB_RULES)
    .select(...SHOWN, 'account_id')
    .where('id', id),
)

/** Returns the registered rules in the store. */
export function createRegisteredRules(db: Database): RegisteredRules {
  return {
    find: (id) => findRule(db, id),
    list: async (accountId) => (await OF_ACCOUNT.all(db, { accountId })).map(ruleOf),
    register: (accountId, rule, title) => db.transaction((tx) => register(tx, accountId, rule, title)),
    async end(accountId, id) {
      await db.transaction(async (tx) => {
        const row = await ONE.get(tx, { id })
        if (row?.accountId === accountId) await endRule(tx, id, null)
      })
      const row = await ONE.get(db, { id })
      return row?.accountId === accountId ? ruleOf(row) : null
    },
    async entries(id, page) {
      const rows = await readEntries(db, id, page)
      const isHidden = await hiddenEntries(db)
      const names = await readLabNames(db, {
        traders: rows.flatMap(({ traderId }) => traderId ?? []),
        tokens: rows.flatMap(({ tokenId }) => tokenId ?? []),
      })
      return rows.map((row): ShownEntry => {
        const trader = names.trader(row.traderId ?? -1)
        const { seq, kind, time, hash, contents, nonce } = row
        const shown = isHidden(row) ? hiddenEntry(row) : { seq, kind, time, hash, contents, nonce }
        const address = (trader?.address ?? null) as Address | null
        const username = trader?.username ?? null
        return { ...shown, trader: address, username, ...names.outcome(row.tokenId ?? -1) }
      })
    },
    async results(id, upTo) {
      const rule = await findRule(db, id)
      if (rule === null) throw new Error(`there is no rule ${id}`)
      return resultsOf(db, rule, upTo)
    },
  }
}

/** A registered rule; null if there is none. */
export async function findRule(sql: Sql, id: string): Promise<RegisteredRule | null> {
  const row = await ONE.get(sql, { id })
  return row === undefined ? null : ruleOf(row)
}

/** The results of a rule, from the entries of its record alone. @param upTo the ledger's time up to which it is known */
export async function resultsOf(
  sql: Sql,
  { id, rule, hash }: RegisteredRule,
  upTo: Seconds,
): Promise<ForwardResults> {
  const all = standing(await readEntries(sql, id, { upTo }))
  // The results of a rule that names its wallets would be those of a wallet that opted out.
  const hidden = rule.universe.traders === undefined ? new Set<number>() : await hiddenTraders(sql)
  const shown = all.filter(({ traderId }) => traderId === null || !hidden.has(traderId))
  return forwardResults(shown, hash)
}

async function register(
  tx: Sql,
  accountId: number,
  text: Rule['text'],
  title: string | null,
): Promise<RegisteredRule> {
  await lockAccount(tx, accountId)
  const all = await OF_ACCOUNT.all(tx, { accountId })
  if (all.length >= MOST_REGISTERED)
    throw new PequodError('FORBIDDEN', `You have registered ${MOST_REGISTERED} rules, the maximum.`)
  const running = all.filter(({ state }) => state === 'RUNNING')
  if (running.length >= MOST_RULES)
    throw new PequodError('FORBIDDEN', `You run ${MOST_RULES} rules, the maximum: end one first.`)
  const { lastTime } = await readLedgerState(tx)
  if (lastTime === null)
    throw new PequodError('SERVICE_UNAVAILABLE', 'The ledger holds no events yet.', { retryAfter: 60 })
  // A second that may get more events is not copied.
  const start = lastTime + 1
  const rule = JSON.stringify(readRule({ ...text, ...daysFrom(dayOf(start)) }).text)
  const row = { id: newId(), title, rule, start, state: 'RUNNING' as const }
  await insert(tx, LAB_RULES, [{ ...row, accountId, nextAt: 0, version: -1, recheck: null }])
  const registered = entry('REGISTERED', start, { rule, from: start })
  await appendEntries(tx, { ruleId: row.id, head: EMPTY_CHAIN, at: lastTime }, [registered])
  return ruleOf(row)
}

/** The days for which a rule runs at most, from one on. */
function daysFrom(day: Day): { from: string; to: string } {
  return { from: dayText(day), to: dayText(day + MOST_DAYS - 1) }
}

function ruleOf({
  rule: text,
  ...row
}: Pick<RowOf<typeof LAB_RULES>, (typeof SHOWN)[number] | 'rule'>): RegisteredRule {
  const { text: rule, hash } = readRule(JSON.parse(text))
  return { ...row, rule, hash }
}

/** An entry without what it says. A second would name the trade that it follows. */
export function hiddenEntry({ seq, kind, time, hash }: Pick<RecordRow, 'seq' | 'kind' | 'time' | 'hash'>) {
  return { seq, kind, time: time - (time % DAY_SECONDS), hash, contents: null, nonce: null }
}

/** Whether an entry names a wallet that opted out. */
async function hiddenEntries(sql: Sql): Promise<(row: RecordRow) => boolean> {
  const hidden = await hiddenTraders(sql)
  const addresses: ReadonlySet<Address> = new Set(hidden.size === 0 ? [] : await optedOutAddresses(sql))
  return (row) =>
    (row.traderId !== null && hidden.has(row.traderId)) ||
    (row.kind === 'CHOSEN' && contentsOf('CHOSEN', row).traders.some((one) => addresses.has(one))) ||
    (row.kind === 'REGISTERED' && [...addresses].some((one) => row.contents.includes(one)))
}
