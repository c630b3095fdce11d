import type { Knex } from 'knex'
import {
  ALERT_CHANNELS,
  ALERT_CONFIGS,
  ALERT_MESSAGES,
  ALERT_OUTBOX,
} from '../alerts/alert-delivery-tables.ts'
import { createTable } from './create-table.ts'

/** Notification configs, their channels, the outbox and the messages made of it. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, ALERT_CONFIGS, {
    notNull: ['min_usd', 'categories', 'qualifying', 'wallets', 'updated_at'],
  })
  await createTable(knex, ALERT_CHANNELS, {
    notNull: ['account_id', 'place', 'kind', 'target', 'lane', 'state', 'failures', 'resume_ms'],
    unique: [['account_id', 'kind', 'target']],
  })
  await createTable(knex, ALERT_OUTBOX, {
    notNull: ['trader', 'time', 'payload', 'ready_ms', 'waiting'],
    index: [
      ['waiting', 'ready_ms', 'channel_id', 'trader'],
      ['channel_id', 'trader', 'time'],
      ['message_id'],
    ],
  })
  await createTable(knex, ALERT_MESSAGES, {
    notNull: [...['account_id', 'channel_id', 'kind', 'body', 'state', 'attempts', 'created_ms', 'due_ms']],
    index: [
      ['state', 'due_ms', 'channel_id'],
      ['channel_id', 'state', 'due_ms'],
      ['state', 'done_ms'],
      ['account_id', 'kind', 'created_ms'],
    ],
  })
}

/** Whoever was subscribed must subscribe again. */
export async function down(knex: Knex): Promise<void> {
  for (const table of [ALERT_MESSAGES, ALERT_OUTBOX, ALERT_CHANNELS, ALERT_CONFIGS])
    await knex.schema.dropTable(table.name)
}
