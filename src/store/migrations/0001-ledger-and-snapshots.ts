import type { Knex } from 'knex'
import {
  API_ROWS,
  CONDITIONS,
  FILLS,
  INCOME_DAYS,
  MARKET_EVENTS,
  MARKETS,
  MOVEMENTS,
  NEG_RISK_MARKETS,
  POSITION_DAYS,
  POSITIONS,
  PRICE_DAYS,
  TOKENS,
  TOUCHED_TRADERS,
  TRADERS,
} from '../engine/tables.ts'
import { SNAPSHOTS } from '../snapshot/snapshot-tables.ts'
import { createTable } from './create-table.ts'
import { BOARDS, TRADER_SERIES, TRADER_STATS } from './dropped-tables.ts'

/** What 0006 adds. */
const OFFICIAL_COLUMNS = ['official_amount', 'official_avg', 'official_realized']
/** What 0013 adds. */
const SHARE_COLUMNS = ['buy_shares', 'split_cost', 'split_shares']
const STATS_COLUMNS = [
  'official',
  'sharpe',
  'sortino',
  'profit_factor',
  'drawdown_peak',
  'drawdown_worst',
  'peak_capital',
  'bot_probability',
]

/**
 * The ledger, its fact grain and the snapshots. Fills carry one index besides their key: (token, time), which a
 * late event's re-fold and the match of Data API rows with chain logs read; every further one would halve ingest.
 */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, TRADERS, { notNull: ['address'], unique: [['address']] })
  await createTable(knex, TOKENS, {
    notNull: ['token'],
    unique: [['token']],
    index: [['condition_id', 'outcome']],
  })
  await createTable(knex, CONDITIONS, {
    // 0032 adds it.
    later: ['prepared_key'],
    notNull: ['condition'],
    unique: [['condition']],
    index: [['neg_risk_id']],
  })
  await createTable(knex, NEG_RISK_MARKETS, { notNull: ['market'], unique: [['market']] })
  await createTable(knex, MARKET_EVENTS, { notNull: ['source_id'], unique: [['source_id']] })
  await createTable(knex, MARKETS, { later: ['ends_at', 'created_at'], index: [['event_id']] })
  await createTable(knex, FILLS, {
    notNull: ['time', 'owner_id', 'side', 'token_id', 'shares', 'usd', 'fee', 'fee_in'],
    index: [['token_id', 'time']],
  })
  await createTable(knex, MOVEMENTS, {
    notNull: ['kind', 'time'],
    index: [
      ['condition_id', 'time'],
      ['token_id', 'time'],
      ['neg_risk_id', 'time'],
    ],
  })
  await createTable(knex, API_ROWS, { notNull: ['key', 'item', 'fill'], index: [['tx']] })
  await createTable(knex, POSITIONS, {
    notNull: ['shares', 'cost', 'last_time', 'last_key'],
    later: OFFICIAL_COLUMNS,
    clustered: true,
  })
  await createTable(knex, POSITION_DAYS, {
    notNull: 'all',
    later: [...OFFICIAL_COLUMNS, ...SHARE_COLUMNS],
    clustered: true,
  })
  await createTable(knex, PRICE_DAYS, { notNull: 'all', clustered: true })
  await createTable(knex, INCOME_DAYS, { notNull: 'all', clustered: true })
  await createTable(knex, TOUCHED_TRADERS, { notNull: 'all', later: ['since'] })
  await createTable(knex, SNAPSHOTS, { notNull: ['cutoff_time', 'generated_at', 'ledger_version'] })
  await createTable(knex, BOARDS, {
    notNull: ['entry_count', 'traders'],
    later: ['scores', 'bots', 'previous_bots', 'partials', 'previous_partials'],
    clustered: true,
  })
  await createTable(knex, TRADER_STATS, {
    notNull: ['until_snapshot'],
    later: STATS_COLUMNS,
    clustered: true,
  })
  await createTable(knex, TRADER_SERIES, { notNull: 'all', clustered: true })
  await knex.schema.createTable('ledger_state', (table) => {
    table.integer('id').primary()
    table.bigInteger('version').notNullable()
    table.bigInteger('first_time')
    table.bigInteger('last_time')
    table.bigInteger('last_block')
    table.bigInteger('fills').notNullable()
    table.bigInteger('movements').notNullable()
    table.boolean('simulated').notNullable()
  })
  await knex('ledger_state').insert({ id: 1, version: 0, fills: 0, movements: 0, simulated: false })
}

/** Everything goes: the ledger is what can be ingested again, the rest is derived from it. */
export async function down(knex: Knex): Promise<void> {
  const tables = [
    TRADERS,
    TOKENS,
    CONDITIONS,
    NEG_RISK_MARKETS,
    MARKET_EVENTS,
    MARKETS,
    FILLS,
    MOVEMENTS,
    API_ROWS,
    POSITIONS,
    POSITION_DAYS,
    PRICE_DAYS,
    INCOME_DAYS,
    TOUCHED_TRADERS,
    SNAPSHOTS,
    BOARDS,
    TRADER_STATS,
    TRADER_SERIES,
  ]
  for (const table of tables) await knex.schema.dropTable(table.name)
  await knex.schema.dropTable('ledger_state')
}
