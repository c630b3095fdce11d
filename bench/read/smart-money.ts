/**
 * The cost of smart money, and whether it has information. First one week over 20,000 open markets, three cohorts of
 * 100 and their 60,000 positions: seconds and SQL statements. Then small demo worlds over seeds, with and without
 * informed traders: whether the top-pnl cohort's opportunities beat the rate that the prices implied.
 *
 *   node bench/read/smart-money.ts [seeds, default 50]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seed } from '../../seeds/world/demo.ts'
import { fixWeek } from '../../src/cohorts/cohort-weeks.ts'
import { DAY_SECONDS } from '../../src/ledger/quantities.ts'
import { seededRandom, wilsonInterval } from '../../src/metrics/skill/edge.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { type GradedSignal, performanceOf } from '../../src/smart-money/performance.ts'
import { gradedSignal } from '../../src/smart-money/signals.ts'
import { createSmartMoneyStore } from '../../src/smart-money/smart-money-store.ts'
import { updateSmartMoney, writeWeeks } from '../../src/smart-money/update-smart-money.ts'
import type { Database, Sql } from '../../src/store/engine/database.ts'
import type { Table, Value } from '../../src/store/engine/table.ts'
import { DAY_COLUMNS, NO_LISTS, POSITION_DAYS } from '../../src/store/ledger/position-day.ts'
import { CONDITIONS, MARKETS, PRICE_DAYS, TOKENS, TRADERS } from '../../src/store/tables.ts'

const WEEK = 20_486
const COHORTS = ['top-pnl', 'most-consistent', 'high-conviction']
const SIZE = { markets: 20_000, members: 300, positionsEach: 200, daysEach: 3 }
/** Only cohorts of pnl-all: a small world has no hundred consistent traders. */
const BY_PNL = [{ id: 'top-pnl', board: 'pnl-all', isRadar: false }]

async function withStore<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-bench-'))
  const store = await openStore({ kind: 'sqlite', path: join(folder, 'bench.db') })
  try {
    return await work(store.db)
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function insert(tx: Sql, table: Table, rows: readonly Record<string, Value>[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {})
  const columns = Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name] ?? null)]))
  await tx.insertNew(table, columns, rows.length)
}

const count = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

/** Each member's tokens, all different: steps of a width that shares no factor with the number of tokens reach all. */
function heldTokens(): { trader_id: number; token_id: number }[] {
  const numbers = seededRandom('smart money')(new Uint32Array(2 * SIZE.members))
  return count(SIZE.members).flatMap((trader_id) => {
    const [start = 0, step = 0] = numbers.subarray(2 * trader_id - 2)
    const width = 10 * (step % SIZE.markets) + 3
    return count(SIZE.positionsEach).map((n) => {
      return { trader_id, token_id: 1 + ((start + n * width) % (2 * SIZE.markets)) }
    })
  })
}

/** Open markets with prices of a few days, and members with positions of a few days in markets at random. */
async function plantWeek(tx: Sql): Promise<void> {
  const markets = count(SIZE.markets)
  const tokens = count(2 * SIZE.markets)
  const hex = (n: number, digits: number) => `0x${n.toString(16).padStart(digits, '0')}`
  await insert(
    tx,
    TRADERS,
    count(SIZE.members).map((id) => ({ id, address: hex(id, 40), infrastructure: 0 })),
  )
  await insert(
    tx,
    CONDITIONS,
    markets.map((id) => ({ id, condition: hex(id, 64) })),
  )
  await insert(
    tx,
    MARKETS,
    markets.map((id) => ({ condition_id: id, category: id % 2 ? 'politics' : 'sports' })),
  )
  const half = (token: number) => ({ condition_id: Math.ceil(token / 2), outcome: (token + 1) % 2 })
  await insert(
    tx,
    TOKENS,
    tokens.map((id) => ({ id, token: String(id), ...half(id) })),
  )
  const days = count(SIZE.daysEach).map((i) => WEEK - 10 * i)
  const closes = days.flatMap((day) =>
    markets.map((id) => ({ token_id: 2 * id, day, close: 1e5 + 9 * id, time: day * DAY_SECONDS, key: id })),
  )
  await insert(tx, PRICE_DAYS, closes)
  const flows: Record<string, Value> = {
    ...Object.fromEntries([...DAY_COLUMNS, 'born'].map((name) => [name, 0])),
    lists: NO_LISTS,
  }
  const rows = heldTokens().flatMap((held) =>
    days.map((day): Record<string, Value> => ({ ...flows, ...held, day, shares: 9e9, cost: 1 })),
  )
  await insert(tx, POSITION_DAYS, rows)
  for (const [i, cohort] of COHORTS.entries())
    await fixWeek(
      tx,
      { cohort, week: WEEK },
      count(100).map((n) => 100 * i + n),
    )
}

async function timeWeek(): Promise<void> {
  await withStore(async (db) => {
    await db.transaction(plantWeek)
    const held = await db.get<{ n: number }>(
      'SELECT COUNT(*) AS n FROM (SELECT DISTINCT trader_id, token_id FROM position_days)',
    )
    const before = db.statementCount
    const start = performance.now()
    const signals = await writeWeeks(db, COHORTS, [WEEK])
    const seconds = ((performance.now() - start) / 1000).toFixed(2)
    const statements = db.statementCount - before
    const stances = await db.get<{ n: number }>('SELECT COUNT(*) AS n FROM smart_stances')
    console.log(
      `A week of ${SIZE.markets} open markets, ${SIZE.members} members, ${held?.n} positions: ${seconds} s, ${statements} statements, ${stances?.n} stances, ${signals} signals`,
    )
  })
}

/** The opportunities of a small world, each with its outcome. */
function signalsOfWorld(worldSeed: number, informed: boolean): Promise<GradedSignal[]> {
  return withStore(async (db) => {
    await seed({ db }, { world: { seed: worldSeed, informed, traders: 300, days: 60, markets: 60 } })
    await updateSmartMoney(db, { cohorts: BY_PNL })
    const last = await db.get<{ time: number }>('SELECT last_time AS time FROM ledger_state')
    const range = { cohort: 'top-pnl', from: 0, to: 1e6 }
    const signals = await createSmartMoneyStore(db).signals({ ...range, kind: 'OPPORTUNITY' }, 0)
    return signals.map((signal) => gradedSignal(signal, last?.time ?? 0))
  })
}

async function compareWorlds(seeds: number): Promise<void> {
  for (const informed of [true, false]) {
    const sums = { won: 0, decided: 0, implied: 0, better: 0, judged: 0 }
    const returns: number[] = []
    for (let i = 1; i <= seeds; i++) {
      const { won, lost, hitRate, impliedRate, meanReturn } = performanceOf(await signalsOfWorld(i, informed))
      if (hitRate === null || impliedRate === null) continue
      sums.won += won
      sums.decided += won + lost
      sums.implied += impliedRate * (won + lost)
      sums.judged += 1
      if (hitRate > impliedRate) sums.better += 1
      if (meanReturn !== null) returns.push(meanReturn)
    }
    const interval = wilsonInterval(sums.won, sums.decided)
    const percent = (share: number | undefined) => `${(100 * (share ?? Number.NaN)).toFixed(1)} %`
    const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length
    console.log(
      `${informed ? 'Informed traders planted in' : 'Planted out'}, ${seeds} seeds: ${sums.decided} decided opportunities, ` +
        `hit rate ${percent(sums.won / sums.decided)} (${percent(interval?.[0])} to ${percent(interval?.[1])}), ` +
        `implied ${percent(sums.implied / sums.decided)}, better in ${sums.better} of ${sums.judged} worlds, mean return ${percent(mean)}`,
    )
  }
}

await timeWeek()
await compareWorlds(Number(process.argv[2] ?? 50))
