import { ACCOUNTS } from '../../accounts/account-tables.ts'
import { createSecretBox, type SecretBox } from '../../accounts/secret-box.ts'
import { channelOf, deleteChannels, listChannels } from '../../delivery/channels.ts'
import { ALERT_CHANNELS } from '../../delivery/delivery-tables.ts'
import {
  type ChannelSecret,
  type Channels,
  type ChannelsOptions,
  createChannels,
  replaceChannels,
} from '../../delivery/own-channels.ts'
import { type Database, type Sql, upsert } from '../../store/engine/database.ts'
import { allOf, as, statement } from '../../store/engine/statement.ts'
import { type RowOf, type Table, text } from '../../store/engine/table.ts'
import type { AlertConfig, AlertConfigInput, AlertFilter } from './alert-config.ts'

/** A written config, with the secrets of new webhooks. */
export interface WrittenConfig {
  config: AlertConfig
  secrets: readonly ChannelSecret[]
}

/** Accounts' notification configs and channels. Whether an account may have a config (Pro) is the caller's to ask. */
export interface AlertConfigs extends Channels {
  /** Null if the account has none. */
  readConfig(accountId: number): Promise<AlertConfig | null>
  /** Replaces the account's config, and its channels as {@link Channels.writeChannels} does. */
  writeConfig(accountId: number, input: AlertConfigInput): Promise<WrittenConfig>
  /** Removes the config, its channels and what waits for them; false if there was none. */
  deleteConfig(accountId: number): Promise<boolean>
}

/** The notification configs in the store. */
export function createAlertConfigs(db: Database, options: ChannelsOptions = {}): AlertConfigs {
  const { clock = Date.now, box = createSecretBox([]) } = options
  return {
    ...createChannels(db, { clock, box }),
    readConfig: (accountId) => read(db, box, accountId),
    writeConfig: (accountId, input) => db.transaction((tx) => write(tx, box, accountId, input, clock())),
    deleteConfig: (accountId) =>
      db.transaction(async (tx) => {
        const channels = await listChannels(tx, box, accountId)
        const ids = channels.map(({ id }) => id)
        await deleteChannels(tx, ids, clock())
        return deleteFilter(tx, accountId)
      }),
  }
}

async function read(sql: Sql, box: SecretBox, accountId: number): Promise<AlertConfig | null> {
  const row = await readFilter(sql, accountId)
  if (row === undefined) return null
  const channels = (await listChannels(sql, box, accountId)).map(channelOf)
  return { accountId, ...filterOf(row), channels, updatedAt: row.updatedAt }
}

async function write(
  tx: Sql,
  box: SecretBox,
  accountId: number,
  { channels: targets, ...filter }: AlertConfigInput,
  nowMs: number,
): Promise<WrittenConfig> {
  await writeFilter(tx, accountId, filter, Math.floor(nowMs / 1_000))
  const { secrets } = await replaceChannels(tx, box, accountId, targets, nowMs)
  const config = await read(tx, box, accountId)
  if (config === null) throw new Error('the config was not stored')
  return { config, secrets }
}

/** The filter of the alerts that an account receives; lists are JSON, and an empty one matches everything. */
export const ALERT_CONFIGS = {
  name: 'alert_configs',
  key: ['account_id'],
  notNull: ['min_usd', 'categories', 'qualifying', 'traders', 'updated_at'],
  columns: {
    account_id: 'int',
    min_usd: 'int',
    side: text<'BUY' | 'SELL'>(),
    categories: 'text',
    qualifying: 'text',
    traders: 'text',
    updated_at: 'int',
  },
} as const satisfies Table

export type StoredFilter = RowOf<typeof ALERT_CONFIGS>

/** Parses a row's filter. Its lists were validated before they were written. */
export function filterOf(row: StoredFilter): AlertFilter {
  return {
    minUsd: row.minUsd,
    side: row.side,
    categories: JSON.parse(row.categories),
    qualifying: JSON.parse(row.qualifying),
    traders: JSON.parse(row.traders),
  }
}

const FILTER_OF = statement((from, { accountId }: { accountId: number }) =>
  from(ALERT_CONFIGS).select('*').where('account_id', accountId),
)
const DELETE_FILTER = statement((from, { accountId }: { accountId: number }) =>
  from(ALERT_CONFIGS).where('account_id', accountId).delete(),
)

export function readFilter(sql: Sql, accountId: number): Promise<StoredFilter | undefined> {
  return FILTER_OF.get(sql, { accountId })
}

/** Replaces an account's filter; concurrent writers wait until the transaction ends. */
export async function writeFilter(
  tx: Sql,
  accountId: number,
  filter: AlertFilter,
  now: number,
): Promise<void> {
  const row = {
    accountId,
    minUsd: filter.minUsd,
    side: filter.side,
    categories: JSON.stringify(filter.categories),
    qualifying: JSON.stringify(filter.qualifying),
    traders: JSON.stringify(filter.traders),
    updatedAt: now,
  }
  await upsert(tx, ALERT_CONFIGS, [row])
}

/** Removes an account's filter; returns false if there was none. */
export async function deleteFilter(tx: Sql, accountId: number): Promise<boolean> {
  return (await DELETE_FILTER.run(tx, { accountId })) > 0
}

/** A filter, and the channel of the alerts that match it. */
export interface Subscriber {
  channelId: string
  filter: AlertFilter
}

const SUBSCRIBERS = statement((from) =>
  from(as(ALERT_CONFIGS, 'f'))
    .join(as(ACCOUNTS, 'a'), 'a.id', 'f.account_id')
    .join(as(ALERT_CHANNELS, 'c'), 'c.account_id', 'f.account_id')
    .select(...allOf(ALERT_CONFIGS, 'f'), 'c.id as channelId')
    .where('a.tier', 'PRO')
    .where('c.state', 'ACTIVE')
    .where('c.kind', '<>', 'OUTBOX'),
)

/** Every active channel of Pro accounts but their outboxes, with its filter. */
export async function readSubscribers(sql: Sql): Promise<Subscriber[]> {
  const rows = await SUBSCRIBERS.all(sql)
  return rows.map((row) => ({ channelId: row.channelId, filter: filterOf(row) }))
}
