import { expect, test } from 'vitest'
import { dayOf } from '../../src/ledger/quantities.ts'
import { PERIODS } from '../../src/metrics/leaderboards.ts'
import { createReader } from '../../src/numbers/profiles/create-reader.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { wholePeriod } from '../../src/store/snapshot/snapshot-reader.ts'
import { describeEngines } from '../store/support/engines.ts'

interface Row {
  trader: number
  token: number
  day: number
  amount: number
  avg: number
  realized: number
}
interface Token {
  id: number
  condition: number | null
  outcome: number | null
  payouts: string | null
  resolved: number | null
}
interface Price {
  token: number
  day: number
  close: number
  time: number
  key: number
}

/** Everything that the slow calculation goes through, again for each number. */
async function readAll(db: Database) {
  return {
    rows: await db.all<Row>(
      'SELECT trader_id AS trader, token_id AS token, day, official_amount AS amount, official_avg AS avg, ' +
        'official_realized AS realized FROM position_days ORDER BY day',
    ),
    tokens: await db.all<Token>(
      'SELECT t.id, t.condition_id AS condition, t.outcome, c.payouts, c.resolved_time AS resolved FROM tokens t ' +
        'LEFT JOIN conditions c ON c.id = t.condition_id',
    ),
    prices: await db.all<Price>(
      'SELECT token_id AS token, day, close, time, key FROM price_days ORDER BY time, key',
    ),
  }
}

type All = Awaited<ReturnType<typeof readAll>>

function markOn({ tokens, prices }: All, id: number, day: number): bigint | null {
  const token = tokens.find((one) => one.id === id)
  if (token?.payouts && token.resolved !== null && dayOf(token.resolved) <= day) {
    const parts = (JSON.parse(token.payouts) as string[]).map(BigInt)
    const whole = parts.reduce((sum, part) => sum + part, 0n)
    return ((parts[token.outcome ?? 0] ?? 0n) * 1_000_000n) / whole
  }
  const family = tokens.filter((one) => one.condition !== null && one.condition === token?.condition)
  const sibling = family.length === 2 ? family.find((one) => one.id !== id)?.id : undefined
  const last = prices.findLast((one) => one.day <= day && (one.token === id || one.token === sibling))
  if (!last) return null
  return last.token === id ? BigInt(last.close) : 1_000_000n - BigInt(last.close)
}

/** Official profit since the first event, at a day's close. */
function officialOn(all: All, trader: number, day: number): bigint {
  const own = all.rows.filter((row) => row.trader === trader && row.day <= day)
  let total = own.reduce((sum, { realized }) => sum + BigInt(realized), 0n)
  for (const held of new Map(own.map((row) => [row.token, row])).values()) {
    const mark = held.amount === 0 ? null : markOn(all, held.token, day)
    // BigInt division truncates.
    if (mark !== null) total += (BigInt(held.amount) * (mark - BigInt(held.avg))) / 1_000_000n
  }
  return total
}

describeEngines('official profit', (open) => {
  test('of every period is its value at the end less that at the start, for every trader', async () => {
    const { db } = await open('boards')
    const reader = createReader(db)
    const snapshot = await reader.current()
    if (!snapshot) throw new Error('nothing was published')
    const all = await readAll(db)
    const traders = [...new Set(all.rows.map((row) => row.trader))]
    const day = dayOf(snapshot.cutoff.time)
    let differing = 0
    for (const period of PERIODS) {
      const stats = await reader.stats(snapshot, wholePeriod(period), traders)
      for (const [trader, { pnl, officialPnl }] of stats) {
        const start = period.days === null ? 0n : officialOn(all, trader, day - period.days)
        expect(officialPnl).toBe(Number(officialOn(all, trader, day) - start))
        if (pnl !== officialPnl) differing += 1
      }
    }
    expect(differing).toBeGreaterThan(20)
  })
})
