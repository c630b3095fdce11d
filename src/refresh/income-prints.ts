import type { Sql } from '../store/database.ts'
import { emptyFingerprint, type Fingerprint, mixInto } from './fingerprint.ts'

/** Each trader's income days as a fingerprint: trader id and two 32-bit integers, by ascending id. */
export type IncomePrints = Int32Array

const PAGE = 20_000

interface IncomeRow {
  trader_id: number
  day: number
  amount: number
}

/** Takes the prints. Ingest touches traders whose positions changed; income moves none. */
export async function readIncomePrints(tx: Sql): Promise<IncomePrints> {
  const prints = new Map<number, Fingerprint>()
  let at = { trader_id: 0, day: -1 }
  for (;;) {
    const rows = await tx.all<IncomeRow>(
      'SELECT trader_id, day, amount FROM income_days WHERE (trader_id, day) > (?, ?) ' +
        'ORDER BY trader_id, day LIMIT ?',
      [at.trader_id, at.day, PAGE],
    )
    for (const row of rows) {
      const print = prints.get(row.trader_id) ?? emptyFingerprint()
      mixInto(print, row.day)
      mixInto(print, row.amount)
      prints.set(row.trader_id, print)
    }
    if (rows.length < PAGE) break
    at = rows.at(-1) ?? at
  }
  return Int32Array.from([...prints].flatMap(([trader, { a, b }]) => [trader, a, b]))
}

/** Traders whose income is not what it was, those among them who have none any more. */
export function changedIncome(before: IncomePrints, after: IncomePrints): number[] {
  const changed: number[] = []
  let old = 0
  let now = 0
  while (old < before.length || now < after.length) {
    const oldTrader = before[old] ?? Number.POSITIVE_INFINITY
    const nowTrader = after[now] ?? Number.POSITIVE_INFINITY
    const same = before[old + 1] === after[now + 1] && before[old + 2] === after[now + 2]
    if (oldTrader !== nowTrader || !same) changed.push(Math.min(oldTrader, nowTrader))
    if (oldTrader <= nowTrader) old += 3
    if (nowTrader <= oldTrader) now += 3
  }
  return changed
}
