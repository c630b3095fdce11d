import { LRUCache } from 'lru-cache'
import { PequodError } from '../../errors.ts'
import { DAY_SECONDS, type Day, dayOf, dayText } from '../../ledger/quantities.ts'
import type { Database } from '../engine/database.ts'
import { allOf, as, statementBy } from '../engine/statement.ts'
import { createRedescribed } from '../ledger/history.ts'
import { CHANGED_DAYS, LEDGER_STATE } from '../tables.ts'
import type { StandingsOf } from './snapshot-columns.ts'
import type { Snapshot, SnapshotReader } from './snapshot-reader.ts'
import { SNAPSHOTS, snapshotOf } from './snapshot-tables.ts'

/**
 * Publishes a past day's snapshot.
 * @param caller the limiter's key of the caller: days are computed for callers in turn
 * @param standings only these standings of that day's snapshot, instead of the snapshot
 * @throws PequodError SERVICE_UNAVAILABLE if it is not ready yet
 */
export type ComputeAsOf = (day: Day, caller: string, standings?: StandingsAsked) => Promise<void>

/** Requested standings of a snapshot besides the ones that it was published with. */
export interface StandingsAsked extends StandingsOf {
  snapshot: number
  /** True for every number of a screen instead of those that order boards. @default false */
  isScreen?: boolean
}

/** Seconds after which asking again makes sense while nothing was computed yet. */
const RETRY_AFTER = 5
/** Charged days, by caller: a caller that retries as advised pays once. */
const PAID = { max: 1_000, ttl: 10 * 60_000 }

/** Reads of snapshots as of a day: what is published is taken, the rest is computed by `compute`. */
export function createAsOfReader(
  db: Database,
  current: SnapshotReader['current'],
  compute: ComputeAsOf,
  isPublic: boolean,
): Pick<SnapshotReader, 'asOf'> {
  const paid = new LRUCache<string, true>(PAID)
  const isRedescribed = createRedescribed()
  return {
    async asOf(day, caller = 'process', pay = async () => {}) {
      const head = await current()
      if (head === null) throw nothingYet()
      const lastDay = dayOf(head.cutoff.time)
      if (day < head.firstDay || day > lastDay) throw outOfRange(head.firstDay, lastDay)
      // The day is not over: its answer is that of the newest event, and says so.
      if (day === lastDay) return { ...head, asOf: day }
      // A later version knows markets and late events that the public one does not.
      const bounded = (snapshot: Snapshot): Snapshot => ({
        ...snapshot,
        ledgerVersion: isPublic
          ? Math.min(snapshot.ledgerVersion, head.ledgerVersion)
          : snapshot.ledgerVersion,
      })
      const published = await readPublished(db, day, CURRENT)
      if (published && !(await isRedescribed(db, published, day))) return bounded(atClose(published, day))
      const key = `${day} ${caller}`
      if (!paid.has(key)) await pay()
      paid.set(key, true)
      await compute(day, caller)
      // Events that arrived meanwhile are left to the next request.
      const computed = await readPublished(db, day, ANY)
      if (computed === null) throw nothingYet()
      return bounded(atClose(computed, day))
    },
  }
}

interface Version {
  isCurrent: boolean
}
/** Nothing of the day or of an earlier one has changed since. */
const CURRENT: Version = { isCurrent: true }
const ANY: Version = { isCurrent: false }

/** Ids of snapshots as of a day count down, so the lowest is the newest. */
const PUBLISHED = statementBy((from, { isCurrent }: Version, { day }: { day: Day }) => {
  const published = from(as(SNAPSHOTS, 's'))
    .join(as(LEDGER_STATE, 'l'), (one) => one.onVal('l.id', 1))
    .select(...allOf(SNAPSHOTS, 's'), 'l.simulated')
    .where('s.as_of', day)
  const changed = from(as(CHANGED_DAYS, 'c'))
    .select('c.day')
    .whereColumn('c.day', '<=', 's.as_of')
    .whereColumn('c.version', '>', 's.ledger_version')
  const wanted = isCurrent
    ? published.where((group) =>
        group
          .whereColumn('s.ledger_version', 'l.version')
          .orWhere((same) =>
            same
              .whereNotNull('l.pinned')
              .whereColumn('l.readable_from', '<=', 's.ledger_version')
              .whereNotExists(changed),
          ),
      )
    : published
  return wanted.orderBy('s.id').limit(1)
})

async function readPublished(db: Database, day: Day, version: Version): Promise<Snapshot | null> {
  const row = await PUBLISHED(version).get(db, { day })
  return row ? snapshotOf(row) : null
}

/** The answer as of a day that is over says the same whenever it is computed: it ends at the close of the day and is dated to that moment. */
function atClose(snapshot: Snapshot, day: Day): Snapshot {
  const close = (day + 1) * DAY_SECONDS - 1
  return {
    ...snapshot,
    asOf: day,
    cutoff: { block: snapshot.cutoff.block, time: close },
    generatedAt: close,
  }
}

function outOfRange(first: Day, last: Day): PequodError {
  const message = `must be a day from ${dayText(first)} to ${dayText(last)}, the ledger's days`
  const problem = { in: 'argument', name: 'asOf', message } as const
  return new PequodError('BAD_USER_INPUT', `The argument asOf ${message}.`, { problems: [problem] })
}

function nothingYet(): PequodError {
  return new PequodError('SERVICE_UNAVAILABLE', 'Nothing is computed for this day yet: retry.', {
    retryAfter: RETRY_AFTER,
  })
}
