import type { AccountTier } from '../accounts/account-store.ts'
import type { Clock } from '../clock.ts'
import { type Address, type ConditionId, MICRO, type Seconds } from '../ledger/quantities.ts'
import type { Sql } from '../store/engine/database.ts'
import { as, known, statement } from '../store/engine/statement.ts'
import { marksAt } from '../store/markets/last-prices.ts'
import { CONDITIONS, TOKENS } from '../store/tables.ts'
import type { Standing, TraderRecord } from './notices.ts'

/** Reads of the numbers beside a notice when its message is made, as far as an account of each tier may know them. */
export interface StandingReads {
  clock: Clock
  /** Seconds until a free account may know a fill. */
  delay: Seconds
  /** Records of traders by the newest snapshot of a tier; without those that are unknown. */
  records(tier: AccountTier, traders: readonly Address[]): Promise<ReadonlyMap<Address, TraderRecord>>
}

/** The members of a notice, of any kind, that a standing is about. */
interface Subject {
  id: string
  kind?: string
  trader?: { address: Address }
  condition?: string | null
  outcome?: string | null
}

/** A notice, and the tier of the account that gets it. */
export interface Noticed {
  tier: AccountTier
  notice: Subject
}

/** Returns what is known beside a notice to an account of a tier; nothing for one that was not asked for. */
export type StandingOf = (noticed: Noticed) => Standing

/** Traders whose records are computed for one look: a message lists ten notices. */
const MOST_RECORDS = 200

/**
 * Reads the price now and the trader's record for some notices, a fixed number of statements and one read of records a tier. A free
 * account gets the price that it may know, of the delay ago. A resolution says its payouts, so it has no price beside them.
 */
export async function readStandings(
  sql: Sql,
  noticed: readonly Noticed[],
  { clock, delay, records }: StandingReads,
): Promise<StandingOf> {
  const now = clock()
  const ofTier = await Promise.all(
    [...Map.groupBy(noticed, ({ tier }) => tier)].map(async ([tier, list]) => {
      const prices = await readPrices(sql, list, tier === 'PRO' ? now : now - delay)
      const traders = new Set(list.flatMap(({ notice }) => notice.trader?.address ?? []))
      const found = traders.size === 0 ? [] : await records(tier, [...traders].slice(0, MOST_RECORDS))
      return [tier, { prices: new Map(prices), found: new Map(found) }] as const
    }),
  )
  const known = new Map(ofTier)
  return ({ tier, notice }) => {
    const priceNow = known.get(tier)?.prices.get(outcomeOf(notice) ?? '')
    const record = notice.trader && known.get(tier)?.found.get(notice.trader.address)
    return { ...(priceNow !== undefined && { priceNow }), ...(record && { record }) }
  }
}

const TOKENS_OF = statement((from, { conditions }: { conditions: readonly string[] }) =>
  from(as(CONDITIONS, 'c'))
    .join(as(TOKENS, 'k'), 'k.condition_id', 'c.id')
    .select('c.condition', 'k.id as token', known('k.outcome_name as outcome'))
    .whereAnyOf('c.condition', 'text', conditions)
    .whereNotNull('k.outcome_name'),
)

/** Marks of outcomes at a time, by {@link outcomeOf}, in dollars a share. An outcome whose name is unknown, or not its own, has none. */
async function readPrices(sql: Sql, noticed: readonly Noticed[], time: Seconds): Promise<[string, number][]> {
  const asked = new Set(noticed.flatMap(({ notice }) => outcomeOf(notice) ?? []))
  const conditions = new Set(noticed.flatMap(({ notice }) => notice.condition ?? []))
  if (asked.size === 0) return []
  const rows = await TOKENS_OF.all(sql, { conditions: [...conditions] })
  const named = Map.groupBy(rows, (row) => outcomeOf(row) ?? '')
  const tokens = [...asked].flatMap((outcome): [string, number][] => {
    const [row, other] = named.get(outcome) ?? []
    return row === undefined || other !== undefined ? [] : [[outcome, row.token]]
  })
  const marks = await marksAt(
    sql,
    tokens.map(([, token]) => ({ token, time })),
  )
  return tokens.flatMap(([outcome], i): [string, number][] => {
    const mark = marks[i] ?? null
    return mark === null ? [] : [[outcome, mark / MICRO]]
  })
}

/** The outcome that a notice is about, as one text; null where it is unknown, or the notice is of a resolution. */
function outcomeOf({ kind, condition, outcome }: Omit<Subject, 'id' | 'trader'>): string | null {
  const isKnown = condition != null && outcome != null
  return isKnown && kind !== 'RESOLVED' ? `${condition as ConditionId} ${outcome}` : null
}
