import { addToOutbox, type OutboxEntry } from '../delivery/outbox.ts'
import type { Database, Sql } from '../store/engine/database.ts'
import { statement } from '../store/engine/statement.ts'
import { ledgerVersion, moveCursor, readCursor } from '../store/ledger/ledger-changes.ts'
import { undoneCount } from '../store/ledger/ledger-state.ts'
import { chainKey } from '../store/ledger/place.ts'
import { hiddenAmong } from '../store/opted-out.ts'
import { newestHead } from '../store/snapshot/stored-snapshots.ts'
import { LEDGER_CURSORS } from '../store/tables.ts'
import type { LedgerLook, ReadTop, ReadTrades, TellOptions } from './follow.ts'
import { followerChannels, followsRestingOn, nextAccountOf, writeState } from './followers.ts'
import { NEWS_SECONDS } from './follows.ts'
import { FOLLOW_KINDS, kindNamed } from './kinds.ts'
import { dropNotices, FORGET_NOTICES, hasPending, kindOf, nextPending, notePending } from './notices.ts'
import { entryOf } from './outbox-entry.ts'
import { topicsBehind } from './watch-cursor.ts'
import { recordCloses } from './watch-screens.ts'

/** Thrown if a look cannot be finished; the next one starts over. */
class LookEnded extends Error {}

/**
 * Looks at new events of the ledger and notifies followers. Writers of the ledger do not wait for it: it
 * reads events in views and writes a bounded part in each transaction. The next look repeats an interrupted
 * one, and notices keep their ids, so any number of processes may look at the same time.
 * @returns the number of channels that will be notified
 */
export async function watchLedger(db: Database, given: TellOptions): Promise<number> {
  const options = { nowMs: Date.now(), ...given }
  let told = 0
  const cursor = await readCursor(db, 'follows')
  const version = await ledgerVersion(db)
  if (cursor !== null && version > cursor) {
    try {
      const look = await createLook(db, cursor, options)
      for (const kind of FOLLOW_KINDS) told += (await kind.watchLedger?.(look)) ?? 0
      await look.write((tx) => moveCursor(tx, 'follows', version))
      await forget(db, options.now)
    } catch (error) {
      if (!(error instanceof LookEnded)) throw error
    }
  }
  return told + (await tellFollowers(db, options))
}

/** Answers followed questions; null: they wait. */
export interface SnapshotReads {
  readTop: ReadTop | null
  readTrades: ReadTrades | null
}

/**
 * Looks at a snapshot after its publication and notifies followers of its changes. It reads a new snapshot
 * once for all followers.
 * @param given with what answers the questions of followed screens and filters of trades; without it they wait
 * @returns the number of channels that will be notified
 */
export async function watchSnapshots(
  db: Database,
  { readTop = null, readTrades = null, ...given }: TellOptions & Partial<SnapshotReads>,
): Promise<number> {
  const options = { nowMs: Date.now(), ...given }
  const head = await newestHead(db)
  if (head === undefined) return 0
  if (readTop !== null) await recordCloses(db, head, readTop)
  const behind = Map.groupBy(await topicsBehind(db, head.id), kindOf)
  for (const [name, topics] of behind)
    await kindNamed(name).watchSnapshot?.({
      db,
      snapshot: head.id,
      time: head.cutoffTime,
      topics,
      options,
      readTop,
      readTrades,
      write: (undone, work) =>
        db.transaction(async (tx) => {
          // An undo waits, or has ended.
          await CURSOR.get(tx)
          const isSame = (await undoneCount(tx)) === undone
          if (isSame) await work(tx)
          return isSame
        }),
    })
  return tellFollowers(db, options)
}

const CURSOR = statement((from) =>
  from(LEDGER_CURSORS).select('version').where('name', 'follows').forUpdate(),
)

async function createLook(db: Database, cursor: number, options: Required<TellOptions>): Promise<LedgerLook> {
  const undone = await undoneCount(db)
  const requireSame = async (sql: Sql) => {
    if ((await undoneCount(sql)) !== undone) throw new LookEnded('blocks were taken back')
  }
  return {
    db,
    options,
    earliest: options.now - NEWS_SECONDS,
    read: (work) =>
      db.view(async (sql) => {
        await requireSame(sql)
        return work(sql)
      }),
    write: (work) =>
      db.transaction(async (tx) => {
        if ((await CURSOR.get(tx))?.version !== cursor) throw new LookEnded('another look was faster')
        await requireSame(tx)
        return work(tx)
      }),
  }
}

async function forget(db: Database, now: number): Promise<void> {
  for (const kind of FOLLOW_KINDS) {
    const before = now - (kind.keptSeconds ?? 2 * NEWS_SECONDS)
    await FORGET_NOTICES.run(db, { kind: kind.name, before })
    await kind.forget?.(db, before)
  }
}

/**
 * Retracts notices that depend on events of a block or after it, in the transaction that removes the events
 * and before it does. Sent messages stay sent, and the same event is not sent again if it comes back.
 */
export async function retractNotices(tx: Sql, block: number): Promise<void> {
  const key = chainKey(block, 0)
  // Looks that are writing end first, and no other begins.
  await CURSOR.get(tx)
  await dropNotices(tx, key)
  for (const follow of await followsRestingOn(tx, key)) {
    const left = kindNamed(follow.kind).undoState?.(follow.state, follow.since, key)
    if (left !== undefined) await writeState(tx, follow, left.state as object, left.key)
  }
  for (const kind of FOLLOW_KINDS) await kind.undo?.(tx, key)
}

/**
 * Queues notices for the followers of their topics, a bounded number of channels in a transaction so that
 * other writers wait briefly.
 * @returns the number of channels that will be notified
 */
async function tellFollowers(db: Database, options: Required<TellOptions>): Promise<number> {
  // Most looks find no notice and must not block a writer.
  if (!(await hasPending(db))) return 0
  let told = 0
  for (;;) {
    const some = await db.transaction((tx) => tellPage(tx, options))
    if (some === null) return told
    told += some
  }
}

/** Null when no notice is left. */
async function tellPage(tx: Sql, options: Required<TellOptions>): Promise<number | null> {
  const pending = await nextPending(tx)
  if (pending === undefined) return null
  const kind = kindNamed(pending.kind)
  const about = kind.about?.(pending.news) ?? null
  if (about !== null && (await hiddenAmong(tx, [about])).size > 0) {
    await notePending(tx, pending, null)
    return 0
  }
  const { topic, nextAccount } = pending
  const page = await followerChannels(tx, { topic, nextAccount, free: kind.limits.FREE })
  await notePending(tx, pending, nextAccountOf(page))
  const entries = page.flatMap((follower): OutboxEntry[] => {
    const message = kind.wants(follower, pending)
    return message === null ? [] : [entryOf(kind, topic, { ...follower, message }, options)]
  })
  return addToOutbox(tx, entries)
}
