import { loadConfig } from '../../src/config/config.ts'
import { type Address, MICRO } from '../../src/ledger/quantities.ts'
import { periodNamed } from '../../src/metrics/leaderboards.ts'
import { createApp } from '../../src/server/app.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { askAs } from '../read/ask-as.ts'
import { writePeerPositions } from './peer-positions.ts'

/** The columns of dollars and shares, in millionths, by what the service calls them. */
const AMOUNTS = {
  pnl: 'pnl',
  realized: 'realizedPnl',
  unrealized: 'unrealizedPnl',
  volume: 'volume',
  share_volume: 'shareVolume',
  bought: 'totalBought',
  fees: 'fees',
  income: 'income',
} as const
const COUNTS = { fills: 'tradeCount', markets: 'marketCount', wins: 'wins', losses: 'losses' } as const
const RATIOS = {
  roi: 'roi',
  win_rate: 'winRate',
  sharpe: 'sharpeRatio',
  sortino: 'sortinoRatio',
  profit_factor: 'profitFactor',
} as const
const NAMED: readonly [string, string][] = [AMOUNTS, COUNTS, RATIOS].flatMap((names) => Object.entries(names))

/** Numbers of a trader, by what the service calls them. */
type Numbers = Record<string, number | null>

/** The service's answer on a trader. */
interface TraderAnswer {
  data?: { trader: Numbers & { memberSince: string; botProbability: number | null; DAYS_7: Numbers | null } }
  errors?: { extensions: { code: string } }[]
}

/**
 * Writes the tables `peer_stats` and `peer_positions` on PostgreSQL: every trader's numbers over 7 days and over all
 * time, and its positions, as the service answers them, for a peer that can only show tables.
 * @param pro headers of a caller with Pro
 */
export async function writePeerTables(
  db: Database,
  databaseUrl: string,
  pro: Record<string, string>,
): Promise<void> {
  await db.run(
    'CREATE TABLE peer_stats (trader_id INTEGER REFERENCES traders (id), period INTEGER, first_time BIGINT, bot_probability FLOAT, ' +
      `${[...Object.keys(AMOUNTS), ...Object.keys(COUNTS)].map((name) => `${name} BIGINT`).join(', ')}, ` +
      `${Object.keys(RATIOS)
        .map((name) => `${name} FLOAT`)
        .join(', ')}, PRIMARY KEY (trader_id, period))`,
  )
  const config = loadConfig({
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    RATE_LIMIT_KEY: '100000',
  })
  const app = await createApp({ db, config })
  const ask = askAs(app, pro)
  const fields = NAMED.map(([, field]) => field).join(' ')
  const traders = await db.all<{ id: number; address: Address }>(
    'SELECT id, address FROM traders WHERE infrastructure = 0',
  )
  const shown: typeof traders = []
  for (const { id, address } of traders) {
    const query = `{ trader(address: "${address}") { memberSince botProbability ${fields} DAYS_7: stats(period: DAYS_7) { ${fields} } } }`
    const { data, errors } = (await ask(query)) as TraderAnswer
    // A trader without an event in the ledger has no numbers.
    if (errors?.[0]?.extensions.code === 'NOT_FOUND') continue
    if (data === undefined || errors) throw new Error(JSON.stringify(errors))
    shown.push({ id, address })
    const { memberSince, botProbability, DAYS_7, ...all } = data.trader
    for (const [period, numbers] of [
      ['ALL', all],
      ['DAYS_7', DAYS_7],
    ] as const) {
      if (numbers === null) continue
      const values = [
        id,
        periodNamed(period).code,
        Date.parse(memberSince) / 1_000,
        botProbability,
        ...valuesOf(numbers),
      ]
      await db.run(
        `INSERT INTO peer_stats (trader_id, period, first_time, bot_probability, ${NAMED.map(([name]) => name).join(', ')}) VALUES (${values.map(() => '?').join(', ')})`,
        values,
      )
    }
  }
  await writePeerPositions(db, ask, shown)
  await app.close()
  await db.run('CREATE INDEX peer_order ON peer_stats (period, volume DESC)')
}

function valuesOf(numbers: Numbers): (number | null)[] {
  return NAMED.map(([name, field]) => {
    const value = numbers[field] ?? null
    return name in AMOUNTS && value !== null ? Math.round(value * MICRO) : value
  })
}
