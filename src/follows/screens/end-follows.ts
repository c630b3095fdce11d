import { ACCOUNTS } from '../../accounts/account-tables.ts'
import type { ScreenEnd } from '../../delivery/notices/board-notice.ts'
import { addToOutbox, type OutboxEntry } from '../../delivery/outbox.ts'
import { SAVED_SCREENS } from '../../screens/screen-tables.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { as, statement } from '../../store/engine/statement.ts'
import type { AnyKind, TellOptions } from '../follow.ts'
import { FOLLOWS } from '../follow-tables.ts'
import { workingChannels } from '../followers.ts'
import { noticeId } from '../notice-id.ts'
import { keyOf } from '../notices.ts'
import { entryOf } from '../outbox-entry.ts'

/** Follows that are ended in one transaction. */
const PAGE = 500

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

/** Returns the known facts of a screen whose follow ends. */
type EndOf = (topic: string) => Pick<ScreenEnd, 'time' | 'title' | 'ended'>

/** Ends the follows of screens that cannot be read any more: each follower is notified once, in the transaction that ends the follow. */
export async function endFollows(
  db: Database,
  kind: Pick<AnyKind, 'group'>,
  endOf: EndOf,
  options: Required<TellOptions>,
): Promise<void> {
  while ((await db.transaction((tx) => endPage(tx, kind, endOf, options))) === PAGE);
}

async function endPage(
  tx: Sql,
  kind: Pick<AnyKind, 'group'>,
  endOf: EndOf,
  options: Required<TellOptions>,
): Promise<number> {
  const rows = await UNREADABLE.all(tx)
  const channels = await workingChannels(
    tx,
    rows.map(({ accountId }) => accountId),
  )
  const entries: OutboxEntry[] = []
  for (const { accountId, topic, tier, since } of rows) {
    // Another process may have been faster.
    if ((await END.run(tx, { accountId, topic })) === 0) continue
    const channel = channels.find((one) => one.accountId === accountId)
    if (channel === undefined) continue
    const message = { id: noticeId(topic, 'ended', since), screen: keyOf(topic), ...endOf(topic) }
    entries.push(entryOf(kind, topic, { tier, message, channelId: channel.channelId }, options))
  }
  await addToOutbox(tx, entries)
  return rows.length
}
