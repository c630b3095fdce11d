import { createSecretBox, type SecretBox } from '../../accounts/secret-box.ts'
import { channelOf, deleteChannels, listChannels } from '../../delivery/channels.ts'
import {
  type ChannelSecret,
  type Channels,
  type ChannelsOptions,
  createChannels,
  replaceChannels,
} from '../../delivery/own-channels.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import type { AlertConfig } from './alert-config.ts'
import type { AlertConfigInput } from './alert-config-input.ts'
import { deleteFilter, filterOf, readFilter, writeFilter } from './alert-filters.ts'

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
