import type { Knex } from 'knex'
import * as ledgerAndSnapshots from '../migrations/0001-ledger-and-snapshots.ts'
import * as accounts from '../migrations/0002-accounts.ts'
import * as refreshBasis from '../migrations/0003-refresh-basis.ts'
import * as metadataRequests from '../migrations/0004-metadata-requests.ts'
import * as chainSync from '../migrations/0005-chain-sync.ts'
import * as officialPositions from '../migrations/0006-official-positions.ts'
import * as traderCloses from '../migrations/0007-trader-closes.ts'
import * as behaviourDays from '../migrations/0009-behaviour-days.ts'
import * as snapshotGaps from '../migrations/0010-snapshot-gaps.ts'
import * as alertDelivery from '../migrations/0011-alert-delivery.ts'
import * as cohortsAndAlerts from '../migrations/0012-cohorts-and-alerts.ts'
import * as analytics from '../migrations/0013-analytics.ts'
import * as smartMoney from '../migrations/0014-smart-money.ts'
import * as partitions from '../migrations/0016-partitions.ts'
import * as volumeDays from '../migrations/0017-volume-days.ts'
import * as unknownRoles from '../migrations/0019-unknown-roles.ts'
import * as movedSlippage from '../migrations/0020-moved-slippage.ts'
import * as chainKnowledge from '../migrations/0021-chain-knowledge.ts'
import * as textBounds from '../migrations/0022-text-bounds.ts'
import * as segments from '../migrations/0030-segments.ts'
import * as boardCoverage from '../migrations/0031-board-coverage.ts'
import * as preparedQuestions from '../migrations/0032-prepared-questions.ts'
import * as endedMarkets from '../migrations/0033-ended-markets.ts'
import * as marketCategories from '../migrations/0034-market-categories.ts'
import * as segmentKinds from '../migrations/0035-segment-kinds.ts'
import * as sealedDays from '../migrations/0036-sealed-days.ts'
import * as sealedMovements from '../migrations/0037-sealed-movements.ts'
import * as loads from '../migrations/0038-loads.ts'
import * as pastRows from '../migrations/0039-past-rows.ts'
import * as askedTraders from '../migrations/0040-asked-traders.ts'
import * as standings from '../migrations/0041-standings.ts'
import * as columnParts from '../migrations/0042-column-parts.ts'
import * as traderEvents from '../migrations/0043-trader-events.ts'
import * as marketWords from '../migrations/0044-market-words.ts'
import * as createdMarkets from '../migrations/0045-created-markets.ts'
import * as watchlists from '../migrations/0046-watchlists.ts'
import * as tokenHoldings from '../migrations/0047-token-holdings.ts'
import * as signedLinks from '../migrations/0048-signed-links.ts'
import * as marketFollows from '../migrations/0049-market-follows.ts'
import * as marketNews from '../migrations/0050-market-news.ts'
import * as alertsByToken from '../migrations/0051-alerts-by-token.ts'
import * as marketRules from '../migrations/0052-market-rules.ts'
import * as boardFollows from '../migrations/0053-board-follows.ts'
import * as marketHolders from '../migrations/0054-market-holders.ts'

/** The migrations in order. A name, once released, stays: the store remembers what it has run by it. */
const MIGRATIONS = [
  { name: '0001-ledger-and-snapshots', ...ledgerAndSnapshots },
  { name: '0002-accounts', ...accounts },
  { name: '0003-refresh-basis', ...refreshBasis },
  { name: '0004-metadata-requests', ...metadataRequests },
  { name: '0005-chain-sync', ...chainSync },
  { name: '0006-official-positions', ...officialPositions },
  { name: '0007-trader-closes', ...traderCloses },
  { name: '0009-behaviour-days', ...behaviourDays },
  { name: '0010-snapshot-gaps', ...snapshotGaps },
  { name: '0011-alert-delivery', ...alertDelivery },
  { name: '0012-cohorts-and-alerts', ...cohortsAndAlerts },
  { name: '0013-analytics', ...analytics },
  { name: '0014-smart-money', ...smartMoney },
  { name: '0016-partitions', ...partitions },
  { name: '0017-volume-days', ...volumeDays },
  { name: '0019-unknown-roles', ...unknownRoles },
  { name: '0020-moved-slippage', ...movedSlippage },
  { name: '0021-chain-knowledge', ...chainKnowledge },
  { name: '0022-text-bounds', ...textBounds },
  { name: '0030-segments', ...segments },
  { name: '0031-board-coverage', ...boardCoverage },
  { name: '0032-prepared-questions', ...preparedQuestions },
  { name: '0033-ended-markets', ...endedMarkets },
  { name: '0034-market-categories', ...marketCategories },
  { name: '0035-segment-kinds', ...segmentKinds },
  { name: '0036-sealed-days', ...sealedDays },
  { name: '0037-sealed-movements', ...sealedMovements },
  { name: '0038-loads', ...loads },
  { name: '0039-past-rows', ...pastRows },
  { name: '0040-asked-traders', ...askedTraders },
  { name: '0041-standings', ...standings },
  { name: '0042-column-parts', ...columnParts },
  { name: '0043-trader-events', ...traderEvents },
  { name: '0044-market-words', ...marketWords },
  { name: '0045-created-markets', ...createdMarkets },
  { name: '0046-watchlists', ...watchlists },
  { name: '0047-token-holdings', ...tokenHoldings },
  { name: '0048-signed-links', ...signedLinks },
  { name: '0049-market-follows', ...marketFollows },
  { name: '0050-market-news', ...marketNews },
  { name: '0051-alerts-by-token', ...alertsByToken },
  { name: '0052-market-rules', ...marketRules },
  { name: '0053-board-follows', ...boardFollows },
  { name: '0054-market-holders', ...marketHolders },
]

/** The migrations' names in order; the first makes a new store, the others bring an older one up to date. */
export const MIGRATION_NAMES: readonly string[] = MIGRATIONS.map(({ name }) => name)

const source: Knex.MigrationSource<(typeof MIGRATIONS)[number]> = {
  getMigrations: async () => MIGRATIONS,
  getMigrationName: (migration) => migration.name,
  getMigration: async (migration) => migration,
}

/**
 * Brings the store's tables up to this version of the program.
 * @returns the names of the migrations that ran now; empty where the store was up to date
 */
export async function migrate(knex: Knex): Promise<string[]> {
  const [, names] = (await knex.migrate.latest({ migrationSource: source })) as [number, string[]]
  return names
}
