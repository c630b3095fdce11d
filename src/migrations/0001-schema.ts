import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import * as accounts from '../accounts/account-tables.ts'
import * as cohorts from '../cohorts/cohort-weeks.ts'
import * as delivery from '../delivery/delivery-tables.ts'
import * as exports from '../exports/export-tables.ts'
import * as follows from '../follows/follow-tables.ts'
import * as labRules from '../lab/forward/forward-tables.ts'
import * as lab from '../lab/runs/run-tables.ts'
import * as roots from '../roots/root-tables.ts'
import * as screens from '../screens/screen-tables.ts'
import * as smartMoney from '../smart-money/smart-money-tables.ts'
import { FREE_LEASES, LEASES } from '../store/engine/locks.ts'
import { createTable, type Table } from '../store/engine/table.ts'
import { LEDGER_TABLES } from '../store/ledger/ledger-tables.ts'
import * as loads from '../store/ledger/load-state.ts'
import { METADATA_REQUESTS } from '../store/ledger/metadata-requests.ts'
import { TOKEN_HOLDINGS } from '../store/markets/holders.ts'
import { createHoldingTriggers } from '../store/markets/holding-triggers.ts'
import { MARKET_WORDS } from '../store/markets/market-words.ts'
import * as columns from '../store/snapshot/snapshot-columns.ts'
import * as snapshots from '../store/snapshot/snapshot-tables.ts'
import * as ledger from '../store/tables.ts'
import * as signs from '../tape/signs/sign-state.ts'
import * as alerts from '../whales/alerts/alert-row.ts'
import * as alertConfigs from '../whales/config/alert-configs.ts'

/** Files of tables; each table that one exports is created. */
const FILES = [
  ledger,
  loads,
  snapshots,
  columns,
  cohorts,
  smartMoney,
  alerts,
  alertConfigs,
  delivery,
  follows,
  accounts,
  exports,
  lab,
  labRules,
  screens,
  roots,
  signs,
]

export const TABLES: readonly Table[] = [
  ...FILES.flatMap((file) => Object.values<unknown>(file).filter(isTable)),
  LEASES,
  METADATA_REQUESTS,
  TOKEN_HOLDINGS,
  MARKET_WORDS,
  ...LEDGER_TABLES,
]

function isTable(exported: unknown): exported is Table {
  return (
    typeof exported === 'object' &&
    exported !== null &&
    'name' in exported &&
    'key' in exported &&
    'columns' in exported
  )
}

/**
 * Creates every table from its own definition, the single rows, and the triggers that sum holdings.
 */
export async function up(knex: Knex): Promise<void> {
  for (const table of TABLES) await createTable(knex, table)
  const none = Object.fromEntries(ledger.LEDGER_STATE.notNull.map((name) => [name, 0]))
  await knex(ledger.LEDGER_STATE.name).insert({ id: 1, ...none })
  await knex(alerts.ALERTS_STATE.name).insert({ id: 1, since: 0, rules: '', id_key: randomBytes(16) })
  await knex(ledger.LEDGER_CURSORS.name).insert(['publisher', 'alerts'].map((name) => ({ name, version: 0 })))
  await knex(LEASES.name).insert(FREE_LEASES)
  await createHoldingTriggers(knex)
}

/** Knex asks for it; an empty store is deleted, not undone. */
export async function down(): Promise<void> {
  throw new Error('delete the store instead')
}
