import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { applyFill, applyRedeem } from '../../src/ledger/fold.ts'
import { emptyPosition } from '../../src/ledger/position.ts'

const folder = new URL('../../../shared/data/activity/', import.meta.url)
const without = existsSync(folder) ? '' : ' (skipped: no shared data)'

const rowSchema = z.object({
  conditionId: z.string(),
  type: z.string(),
  side: z.string(),
  size: z.number(),
  usdcSize: z.number(),
  outcomeIndex: z.number(),
})
type Row = z.infer<typeof rowSchema>

/** One wallet's rows, oldest first, by condition: trades and redemptions of outcomes that are named. */
function conditionsOf(file: string): Row[][] {
  const rows = z.array(rowSchema).parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
  const usable = rows.filter(
    ({ type, outcomeIndex }) => type === 'REDEEM' || (type === 'TRADE' && outcomeIndex < 2),
  )
  return [...Map.groupBy(usable.reverse(), ({ conditionId }) => conditionId).values()]
}

const micro = (units: number) => Math.round(units * 1e6)

/** Folds a condition; answers its two positions and the cash that the rows themselves tell of. */
function foldCondition(rows: readonly Row[]) {
  const outcomes = [emptyPosition(), emptyPosition()]
  let cash = 0
  for (const { type, side, size, usdcSize, outcomeIndex } of rows) {
    const usd = micro(usdcSize)
    cash += side === 'BUY' ? -usd : usd
    const position = outcomes[outcomeIndex]
    if (type === 'REDEEM') applyRedeem(outcomes, { amounts: null, payout: usd, prices: null })
    else if (position && (side === 'BUY' || side === 'SELL')) {
      applyFill(position, { side, role: null, shares: micro(size), usd, fee: 0, feeIn: 'USD' })
    }
  }
  const sum = (field: 'realized' | 'cost' | 'untracked') =>
    outcomes.reduce((total, each) => total + each[field], 0)
  return { cash, realized: sum('realized'), cost: sum('cost'), untracked: sum('untracked') }
}

describe(`the fold of two wallets’ recorded activity${without}`, () => {
  it.skipIf(without !== '').each([
    ['wallets-updown-15m.json', 200, 2],
    ['wallet-e1df.json', 20, 0],
  ])('accounts for each micro of %s, condition by condition', (file, atLeast, beforeTheFile) => {
    const folded = conditionsOf(file).map(foldCondition)
    const tracked = folded.filter(({ untracked }) => untracked === 0)
    expect(tracked.length).toBeGreaterThan(atLeast)
    for (const { realized, cost, cash } of tracked) expect(realized).toBe(cash + cost)
    const rest = folded.filter(({ untracked }) => untracked > 0)
    expect(rest.length).toBe(beforeTheFile)
    for (const { realized, cost } of rest) expect([realized, cost]).toEqual([0, 0])
  })
})
