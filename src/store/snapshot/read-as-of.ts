import { PequodError } from '../../errors.ts'
import { DAY_SECONDS, type Day, dayOf, dayText } from '../../ledger/quantities.ts'
import type { Database } from '../engine/database.ts'
import { allOf, as, statementBy } from '../engine/statement.ts'
import { LEDGER_STATE } from '../tables.ts'
import type { StandingsOf } from './read-columns.ts'
import type { Snapshot, SnapshotReader } from './snapshot-reader.ts'
import { snapshotOf } from './snapshot-row.ts'
import { SNAPSHOTS } from './snapshot-tables.ts'

/**
 * Publishes the snapshot as of a day.
 * @param caller under what the limiter counts who asks: days are computed for callers in turn
 * @param standings what is asked for of a snapshot of that day, in place of the snapshot
 * @throws PequodError SERVICE_UNAVAILABLE where it is not there yet
 */
export type ComputeAsOf = (day: Day, caller: string, standings?: StandingsAsked) => Promise<void>

/** Standings of a snapshot that are asked for beside those that it was published with. */
export interface StandingsAsked extends StandingsOf {
  snapshot: number
}

/** Seconds after which asking again makes sense while nothing was computed yet. */
const RETRY_AFTER = 5

/** Reads of snapshots as of a day: what is published is taken, the rest is computed by `compute`. */
export function createAsOfReader(
  db: Database,
  current: SnapshotReader['current'],
  compute: ComputeAsOf,
): Pick<SnapshotReader, 'asOf'> {
  return {
    async asOf(day, caller = 'process') {
      const head = await current()
      if (head === null) throw nothingYet()
      const lastDay = dayOf(head.cutoff.time)
      if (day < head.firstDay || day > lastDay) throw outOfRange(head.firstDay, lastDay)
      if (day === lastDay) return atClose(head, day)
      const published = await readPublished(db, day, ONLY_AT_THIS_VERSION)
      if (published) return atClose(published, day)
      await compute(day, caller)
      // What has come to the ledger meanwhile is for the next who asks.
      const computed = await readPublished(db, day, AT_ANY_VERSION)
      if (computed === null) throw nothingYet()
      return atClose(computed, day)
    },
  }
}

interface Version {
  isCurrent: boolean
}
const ONLY_AT_THIS_VERSION: Version = { isCurrent: true }
const AT_ANY_VERSION: Version = { isCurrent: false }

/** Ids of snapshots as of a day count down, so the lowest is the newest. */
const PUBLISHED = statementBy((from, { isCurrent }: Version, { day }: { day: Day }) => {
  const published = from(as(SNAPSHOTS, 's'))
    .join(as(LEDGER_STATE, 'l'), (one) => one.onVal('l.id', 1))
    .select(...allOf(SNAPSHOTS, 's'), 'l.simulated')
    .where('s.as_of', day)
  const wanted = isCurrent ? published.whereColumn('s.ledger_version', 'l.version') : published
  return wanted.orderBy('s.id').limit(1)
})

async function readPublished(db: Database, day: Day, version: Version): Promise<Snapshot | null> {
  const row = await PUBLISHED(version).get(db, { day })
  return row ? snapshotOf(row) : null
}

/**
 * The answer as of a day says the same whenever it is computed, also while it is still the newest: it ends at the
 * close of the day and is dated to that moment.
 */
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
