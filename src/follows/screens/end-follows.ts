import { ACCOUNTS } from '../../accounts/account-tables.ts'
import type { ScreenEnd } from '../../delivery/notices/board-notice.ts'
import { addToOutbox, type OutboxEntry } from '../../delivery/outbox.ts'
import { SAVED_SCREENS } from '../../screens/screen-tables.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { as, statement } from '../../store/engine/statement.ts'
import type { AnyKind, Follower, TellOptions } from '../follow.ts'
import { FOLLOWS } from '../follow-tables.ts'
import { workingChannels } from '../followers.ts'
import { noticeId } from '../notice-id.ts'
import { entryOf } from '../outbox-entry.ts'

/** Follows that are ended in one transaction. */
export const PAGE = 500

/** Follows of screens that their accounts cannot read: a deleted one, or a private one of another account. */
const UNREADABLE = statement((from) =>
  from(as(FOLLOWS, 'f'))
    .join(as(ACCOUNTS, 'a'), 'a.id', 'f.account_id')
    .select('f.account_id', 'f.topic', 'f.since', 'a.tier')
    .where('f.kind', 'screen')
    .whereNotExists(
      from(as(SAVED_SCREENS, 's'))
        .select('s.id')
        .where(from.raw('s.id = substr(f.topic, 8)'))
        .where((rows) => rows.where('s.is_public', 1).orWhere(from.raw('s.account_id = f.account_id'))),
    )
    .orderBy('f.account_id')
    .orderBy('f.topic')
    .limit(PAGE),
)
const END = statement((from, { accountId, topic }: { accountId: number; topic: string }) =>
  from(FOLLOWS).where('account_id', accountId).where('topic', topic).delete(),
)

export interface EndingFollow extends Pick<Follower, 'accountId' | 'tier' | 'since'> {
  topic: string
}

/** Returns the known facts of the screen whose follow ends. */
type EndOf<Of> = (follow: Of) => Omit<ScreenEnd, 'id'>

/** Ends the follows of screens that cannot be read any more: each follower is notified once, in the transaction that ends the follow. */
export async function endFollows(
  db: Database,
  kind: Pick<AnyKind, 'group'>,
  endOf: EndOf<EndingFollow>,
  options: Required<TellOptions>,
): Promise<void> {
  for (let count = PAGE; count === PAGE; )
    count = await db.transaction(async (tx) => {
      const rows = await UNREADABLE.all(tx)
      await endThese(tx, kind, { rows, endOf }, options)
      return rows.length
    })
}

/** Ends some follows and notifies their accounts. */
export async function endThese<Of extends EndingFollow>(
  tx: Sql,
  kind: Pick<AnyKind, 'group'>,
  { rows, endOf }: { rows: readonly Of[]; endOf: EndOf<Of> },
  options: Required<TellOptions>,
): Promise<void> {
  const channels = await workingChannels(
    tx,
    rows.map(({ accountId }) => accountId),
  )
  const entries: OutboxEntry[] = []
  for (const row of rows) {
    const { accountId, topic, tier, since } = row
    // Another process may have been faster.
    if ((await END.run(tx, { accountId, topic })) === 0) continue
    const channel = channels.find((one) => one.accountId === accountId)
    if (channel === undefined) continue
    const message = { id: noticeId(topic, 'ended', since), ...endOf(row) }
    entries.push(entryOf(kind, topic, { tier, message, channelId: channel.channelId }, options))
  }
  await addToOutbox(tx, entries)
}
