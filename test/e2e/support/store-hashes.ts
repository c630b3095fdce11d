import { COHORT_MEMBERS, COHORT_WEEKS } from '../../../src/cohorts/cohort-weeks.ts'
import { SMART_SIGNALS, SMART_STANCES, SMART_VIEWS } from '../../../src/smart-money/smart-money-tables.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import type { Table, Value } from '../../../src/store/engine/table.ts'
import { historyOf, KEPT_TABLES } from '../../../src/store/ledger/history.ts'
import { LOADED_PARTS, UNFOLDED_TOKENS, UNSETTLED_CONDITIONS } from '../../../src/store/ledger/load-state.ts'
import { SEALED_DAY_MASKS, SEGMENTS } from '../../../src/store/ledger/sealed/manifest.ts'
import {
  BOARD_SCORES,
  COLUMN_PARTS,
  SCREENS,
  SHOWN_NUMBERS,
  STANDINGS,
} from '../../../src/store/snapshot/snapshot-columns.ts'
import { TRADER_SKILL } from '../../../src/store/snapshot/snapshot-tables.ts'
import { POSITION_LOTS, WHOLE_TRADES } from '../../../src/store/tables.ts'
import { hashRows } from '../../../src/store/verify/check-rebuild.ts'
import { DERIVED_ROWS, type NamedRows } from '../../../src/store/verify/named-rows.ts'
import { ALERT_GRADES, ALERTS } from '../../../src/whales/alerts/alert-row.ts'

/** A table with its ids, which follow from the order in which names first appeared. */
function asItStands(name: string, key: readonly string[], select: readonly string[]): NamedRows {
  return { name, key, select: [...key, ...select], from: name }
}

/** A whole table, but for some columns. */
function whole({ name, key, columns }: Table, ...but: readonly string[]): NamedRows {
  return asItStands(
    name,
    key.filter((column) => !but.includes(column)),
    Object.keys(columns).filter((column) => !key.includes(column) && !but.includes(column)),
  )
}

/** Ids of columns are random, so their contents replace them. */
function withBytes({ name, key }: Table): NamedRows {
  const from = `${name} LEFT JOIN ${COLUMN_PARTS.name} p ON p.columns_id = ${name}.columns_id AND p.part < ${name}.parts`
  return { name, key: [...key, 'part'], select: [...key, 'part', 'bytes'], from }
}

const EVENT = ['tx', 'time', 'owner_id']
const OTHER_ROWS: readonly NamedRows[] = [
  asItStands('traders', ['id'], ['address', 'infrastructure', 'username', 'search_name', 'verified', 'bio']),
  asItStands('tokens', ['id'], ['token', 'condition_id', 'outcome', 'outcome_name']),
  asItStands('neg_risk_markets', ['id'], ['market', 'questions', 'fee_bips']),
  asItStands('markets', ['condition_id'], ['question', 'slug', 'category', 'tags', 'outcomes', 'event_id']),
  asItStands('market_words', ['condition_id'], ['event_id', 'words']),
  asItStands('market_events', ['id'], ['source_id', 'title', 'slug']),
  asItStands(
    'fills',
    ['key'],
    [
      ...EVENT,
      'exchange_id',
      'counterparty_id',
      'role',
      'side',
      'token_id',
      'shares',
      'usd',
      'fee',
      'fee_in',
      'order_hash',
    ],
  ),
  asItStands(
    'movements',
    ['key', 'item'],
    [...EVENT, 'kind', 'other_id', 'condition_id', 'neg_risk_id', 'token_id', 'amount', 'detail'],
  ),
  asItStands('api_rows', ['identity'], ['key', 'item', 'tx', 'fill']),
  asItStands('touched_traders', ['trader_id'], ['version', 'since']),
  asItStands('foresight_days', ['trader_id', 'day'], ['last_day', 'facts']),
  // All columns except `generated_at`, which depends on the clock, and `ledger_version`: a fold that is killed after it named a
  // range names that range again, in one more version.
  asItStands(
    'snapshots',
    ['id'],
    ['as_of', 'cutoff_time', 'cutoff_block', 'first_day', 'traders', 'partial_traders', 'events'],
  ),
  asItStands('snapshot_gaps', ['snapshot_id'], ['traders', 'partial_too']),
  asItStands('labels', ['id'], ['name']),
  asItStands('snapshot_analytics', ['snapshot_id'], ['traders', 'q_values', 'baselines']),
  asItStands('opted_out', ['address'], []),
  ...[COHORT_WEEKS, COHORT_MEMBERS, ALERTS, ALERT_GRADES].map((table) => whole(table)),
  ...[SMART_VIEWS, SMART_STANCES, SMART_SIGNALS].map((table) => whole(table)),
  ...[STANDINGS, BOARD_SCORES, SHOWN_NUMBERS, SCREENS].map(withBytes),
  // Their bytes are hashed above; here only snapshots may name them.
  {
    name: COLUMN_PARTS.name,
    key: ['count'],
    select: ['count'],
    from: `(SELECT COUNT(DISTINCT columns_id) AS count FROM ${COLUMN_PARTS.name}) counted`,
  },
  whole(TRADER_SKILL),
  whole(WHOLE_TRADES),
  whole(POSITION_LOTS),
  // Names of files contain the hash of their contents. Of days the rows that readers see are hashed instead: a range that is
  // named again seals a second file of its days and masks the first.
  {
    name: SEGMENTS.name,
    key: ['s.id'],
    select: ['s.kind', 's.first_key', 's.last_key', 's.first_time', 's.last_time', 's.rows', 's.files'],
    from: `(SELECT * FROM ${SEGMENTS.name} WHERE kind <> 'DAYS') s`,
  },
  whole(LOADED_PARTS),
  whole(UNFOLDED_TOKENS),
  whole(UNSETTLED_CONDITIONS),
]

/** Tables that neither ingest of files nor refresh writes. */
const NOT_WRITTEN = [
  // The days that it has depend on when a run began.
  'large_buy_studies',
  // Its version is that of the transactions that wrote events; the signs that follow from it are in `whole_trades`.
  'sign_states',
  // The signs of a first publication, which may come before a late event or behind it.
  'first_signs',
  // Written by undos alone.
  'undone_events',
  // Written by page views of signed-in accounts alone.
  'visits',
  // Written by services that answer screens alone.
  'screen_closes',
  // Kept until its slowest reader has read it.
  'ledger_changes',
  // They hide rows of sealed days, whose rest is hashed as `position_days`.
  SEALED_DAY_MASKS.name,
  // Versions are those of the transactions that wrote events.
  'changed_days',
  'ledger_cursors',
  'metadata_requests',
  // Its key is random, made with the store.
  'alerts_state',
  'alert_configs',
  'alert_channels',
  'alert_outbox',
  'alert_messages',
  'follows',
  'notices',
  'watch_cursor',
  'known_holders',
  'accounts',
  'account_exports',
  'saved_screens',
  'lab_runs',
  'lab_tries',
  'lab_rules',
  'lab_entries',
  // Entries of the log of days are made on request.
  'log_key',
  'log_days',
  'log_chunks',
  'api_keys',
  'sessions',
  'chain_blocks',
  'chain_pools',
  'chain_sync',
  'strange_tokens',
  // The owner's id is random.
  'leases',
  'generations',
  // The kept past depends on the times of pins; no other row covers its contents.
  ...KEPT_TABLES.map(({ table }) => historyOf(table).name),
  'knex_migrations',
  'knex_migrations_lock',
]

/** A hash of every table that ingest and refresh write, by name; `conditions` and the fact grain by name of their rows too. */
export async function hashStore(db: Database): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const rows of [...DERIVED_ROWS, ...OTHER_ROWS]) {
    const { rows: count, hash } = await hashRows(db, rows)
    hashes[rows.name] = `${count} rows ${hash}`
  }
  for (const table of await tableNames(db))
    if (!(table in hashes) && !NOT_WRITTEN.includes(table)) throw new Error(`${table} is not compared`)
  return hashes
}

/** A table's parts are read through it. */
async function tableNames(db: Database): Promise<string[]> {
  const rows = await db.all<{ name: Value }>(
    db.dialect === 'sqlite'
      ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
      : "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition " +
          'AND relnamespace = current_schema()::regnamespace',
  )
  return rows.map(({ name }) => String(name))
}
