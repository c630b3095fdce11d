import type { SecretBox } from '../accounts/secret-box.ts'
import { insert, type Sql, upsert } from '../store/engine/database.ts'
import { as, type From, type Raw, statement } from '../store/engine/statement.ts'
import type { RowOf } from '../store/engine/table.ts'
import type { AlertChannel } from './channel.ts'
import { paceOf } from './channel-pace.ts'
import { ALERT_CHANNELS, ALERT_MESSAGES, ALERT_OUTBOX } from './delivery-tables.ts'

/** A row of alert_channels with its target and secrets decrypted. */
export type StoredChannel = RowOf<typeof ALERT_CHANNELS>

/** A channel as its owner sees it. */
export function channelOf(row: StoredChannel): AlertChannel {
  const { id, kind, target, state, reason, failures, confirmedAt } = row
  return { id, kind, target, state, reason, failures, confirmedAt, ...paceOf(row) }
}

const ALL = Object.keys(ALERT_CHANNELS.columns) as (keyof typeof ALERT_CHANNELS.columns)[]

const CHANNELS_OF = statement((from, { accountId }: { accountId: number }) =>
  from(ALERT_CHANNELS)
    .select('*')
    .where('account_id', accountId)
    .where('kind', '<>', 'OUTBOX')
    .orderBy('place')
    .orderBy('id'),
)

/** All accounts' channels, with targets and secrets still encrypted. */
export const ALL_CHANNELS = statement((from) =>
  from(ALERT_CHANNELS).select('*').where('kind', '<>', 'OUTBOX').orderBy('id'),
)
const HOLD_CHANNEL = statement((from, { id, accountId }: { id: string; accountId: number }) =>
  from(ALERT_CHANNELS)
    .where('id', id)
    .where('account_id', accountId)
    .update({ place: from.raw('place') })
    .returning(ALL),
)

/** Sets a channel's place in its account's config, and leaves the columns that deliveries write concurrently. */
export const PLACE_CHANNEL = statement((from, { id, place }: { id: string; place: number }) =>
  from(ALERT_CHANNELS).where('id', id).update({ place }),
)
const GIVE_UP_OF = statement((from, { ids, nowMs }: { ids: readonly string[]; nowMs: number }) =>
  from(ALERT_MESSAGES)
    .where('state', 'PENDING')
    .whereAnyOf('channel_id', 'text', ids)
    .update({ state: 'GIVEN_UP', reason: 'The channel was removed.', lease: null, done_ms: nowMs }),
)
const EMPTY_OUTBOX_OF = statement((from, { ids }: { ids: readonly string[] }) =>
  from(ALERT_OUTBOX).whereAnyOf('channel_id', 'text', ids).delete(),
)
const DELETE_CHANNELS = statement((from, { ids }: { ids: readonly string[] }) =>
  from(ALERT_CHANNELS).whereAnyOf('id', 'text', ids).delete(),
)

/** The place of an outbox: after every channel of a config. */
const LAST_PLACE = 1_000

/** The id of an account's outbox. */
export function outboxOf(accountId: number): string {
  return `outbox_${accountId}`
}

/** Makes sure that an account has an outbox, which always works. */
export async function ensureOutbox(tx: Sql, accountId: number): Promise<void> {
  const kind = 'OUTBOX' as const
  const row = { id: outboxOf(accountId), accountId, kind, target: '', lane: kind, place: LAST_PLACE }
  await insert(tx, ALERT_CHANNELS, [{ ...row, state: 'ACTIVE', failures: 0, resumeMs: 0 }])
}

/** A condition that keeps, of the active channels `c` of an account, the first one. */
export function isFirstActive(from: From): Raw {
  const earlier = from(as(ALERT_CHANNELS, 'b'))
    .select(from.raw('1'))
    .whereColumn('b.account_id', 'c.account_id')
    .where('b.state', 'ACTIVE')
    .where(from.raw('(b.place, b.id) < (c.place, c.id)'))
  return from.raw("(c.state = 'ACTIVE' AND NOT EXISTS ?)", [earlier])
}

/** An account's channels in the order of its config, without its outbox. */
export async function listChannels(sql: Sql, box: SecretBox, accountId: number): Promise<StoredChannel[]> {
  const rows = await CHANNELS_OF.all(sql, { accountId })
  return rows.map((row) => openChannel(box, row))
}

/**
 * Decrypts a row's target and secrets.
 * @throws PequodError SERVICE_UNAVAILABLE if another key encrypted them
 */
export function openChannel<Row extends StoredChannel>(box: SecretBox, row: Row): Row {
  return withSecrets(row, (text, place) => box.open(text, place))
}

function withSecrets<Row extends StoredChannel>(
  row: Row,
  turn: (text: string, place: string) => string,
): Row {
  const { id, target, secret, oldSecret } = row
  return {
    ...row,
    target: turn(target, `${id} target`),
    secret: secret === null ? null : turn(secret, `${id} secret`),
    oldSecret: oldSecret === null ? null : turn(oldSecret, `${id} old_secret`),
  }
}

/**
 * The lane that a channel shares with others: all webhooks of one host, whose name the box hides, all chats, all mail.
 */
function laneOf(box: SecretBox, { kind, target }: StoredChannel): string {
  return kind === 'WEBHOOK' ? `host:${box.nameOf(new URL(target).host)}` : kind
}

/**
 * Encrypts the targets and secrets that the current key has not encrypted: rows stored in the clear, or under an older
 * key that the box knows.
 * @returns the number of rewritten rows
 * @throws PequodError SERVICE_UNAVAILABLE, with nothing changed, if the box lacks a row's key
 */
export async function sealChannels(tx: Sql, box: SecretBox): Promise<number> {
  const rows = await ALL_CHANNELS.all(tx)
  const opened = rows.map((row) => openChannel(box, row))
  const isOld = (stored: string | null) => stored !== null && !box.isSealed(stored)
  const due = opened.filter((_, i) => {
    const row = rows[i]
    return row !== undefined && [row.target, row.secret, row.oldSecret].some(isOld)
  })
  if (due.length > 0) await writeChannels(tx, box, due)
  return due.length
}

/**
 * Locks one of an account's channels until the transaction ends; undefined for an unknown id. An update that changes
 * nothing reads and locks on either engine.
 */
export async function holdChannel(
  tx: Sql,
  box: SecretBox,
  accountId: number,
  id: string,
): Promise<StoredChannel | undefined> {
  const row = await HOLD_CHANNEL.get(tx, { id, accountId })
  return row && openChannel(box, row)
}

/** Inserts or updates channels. */
export async function writeChannels(
  tx: Sql,
  box: SecretBox,
  opened: readonly StoredChannel[],
): Promise<void> {
  const rows = opened.map((row) => ({
    ...withSecrets(row, (text, place) => box.seal(text, place)),
    lane: laneOf(box, row),
  }))
  await upsert(tx, ALERT_CHANNELS, rows)
}

/** Removes channels with their waiting alerts; unsent messages are given up. */
export async function deleteChannels(tx: Sql, ids: readonly string[], nowMs: number): Promise<void> {
  if (ids.length === 0) return
  await GIVE_UP_OF.run(tx, { ids, nowMs })
  await EMPTY_OUTBOX_OF.run(tx, { ids })
  await DELETE_CHANNELS.run(tx, { ids })
}
