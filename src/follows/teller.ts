import { addToOutbox, type OutboxEntry } from '../delivery/outbox.ts'
import type { Database, Sql } from '../store/engine/database.ts'
import { hiddenAmong } from '../store/opted-out.ts'
import type { TellOptions } from './follow.ts'
import { followerChannels, nextAccountOf } from './followers.ts'
import { kindNamed } from './kinds.ts'
import { hasPending, nextPending, notePending } from './notices.ts'
import { entryOf } from './outbox-entry.ts'

/**
 * Queues notices for the followers of their topics, a bounded number of channels in a transaction so that
 * other writers wait briefly.
 * @returns the number of channels that will be notified
 */
export async function tellFollowers(db: Database, options: Required<TellOptions>): Promise<number> {
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
