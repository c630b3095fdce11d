import type { Clock } from '../clock.ts'
import type { Seconds } from '../ledger/quantities.ts'
import type { Database } from '../store/engine/database.ts'
import { statement } from '../store/engine/statement.ts'
import { VISITS } from './account-tables.ts'

export interface Visit {
  at: Seconds
  /** The time of the last event that pages showed then: later events are new to the reader. */
  cutoff: Seconds
}

/** When accounts view pages, on any device. */
export interface Visits {
  /** Records a page view; one within a minute of another is the same. */
  note(accountId: number, cutoff: Seconds): Promise<void>
  /** The newest page view at least half an hour ago; null if there is none. */
  last(accountId: number): Promise<Visit | null>
  /** Erases an account's page views; false if there were none. */
  forget(accountId: number): Promise<boolean>
}

/** Seconds after which a page view is an earlier visit. */
export const APART_SECONDS = 1_800
/** Seconds between two records: a write for each request would cost more than the request. */
const NOTE_EVERY = 60

interface Kept {
  accountId: number
  since: Seconds
  until: Seconds
}

const ADD = statement((from, row: { accountId: number; at: Seconds; cutoff: Seconds }) =>
  from(VISITS)
    .insert({ account_id: row.accountId, at: row.at, cutoff: row.cutoff })
    .onConflict(['account_id', 'at'])
    .ignore(),
)
const LAST = statement((from, { accountId, until }: { accountId: number; until: Seconds }) =>
  from(VISITS)
    .select('at', 'cutoff')
    .where('account_id', accountId)
    .where('at', '<=', until)
    .orderBy('at', 'desc')
    .limit(1),
)
/** A clock that was set back makes its later views unknown. */
const DROP_OTHERS = statement((from, { accountId, since, until }: Kept) =>
  from(VISITS)
    .where('account_id', accountId)
    .where((rows) => rows.where('at', '<', since).orWhere('at', '>', until))
    .delete(),
)
const FORGET = statement((from, { accountId }: { accountId: number }) =>
  from(VISITS).where('account_id', accountId).delete(),
)

/**
 * The page views in a store: an account has at most one a minute of the last half hour, and the last before that.
 */
export function createVisits(db: Database, now: Clock): Visits {
  return {
    async note(accountId, cutoff) {
      const at = now()
      const newest = await LAST.get(db, { accountId, until: at })
      if (newest !== undefined && at - newest.at < NOTE_EVERY) return
      await db.transaction(async (tx) => {
        await ADD.run(tx, { accountId, at, cutoff })
        const last = await LAST.get(tx, { accountId, until: at - APART_SECONDS })
        await DROP_OTHERS.run(tx, { accountId, since: last?.at ?? 0, until: at })
      })
    },
    async last(accountId) {
      return (await LAST.get(db, { accountId, until: now() - APART_SECONDS })) ?? null
    },
    async forget(accountId) {
      return (await FORGET.run(db, { accountId })) > 0
    },
  }
}
