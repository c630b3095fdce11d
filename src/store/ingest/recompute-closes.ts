import { DAY_SECONDS, type Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { as, type From, statement } from '../engine/statement.ts'
import { keepRows } from '../ledger/history.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { recordMeaning } from '../ledger/ledger-state.ts'
import { POSITIONS, PRICE_DAYS, TOKENS } from '../tables.ts'
import { createPriceDayRows } from './price-day-rows.ts'
import { type Change, touchTraders } from './write-positions.ts'

/** Who holds a token, or another of its condition. */
const HOLDERS = statement((from, { tokens }: { tokens: readonly number[] }) =>
  from(as(POSITIONS, 'p'))
    .join(as(TOKENS, 't'), 't.id', 'p.token_id')
    .distinct('p.trader_id')
    .where('p.shares', '>', 0)
    .where((group) =>
      group
        .whereAnyOf('t.id', 'int', tokens)
        .orWhereIn('t.condition_id', from(TOKENS).select('condition_id').whereAnyOf('id', 'int', tokens)),
    ),
)
interface ClosingFills {
  tokens: readonly number[]
  keys: readonly number[]
}
const closesBy = (from: From, { tokens, keys }: ClosingFills) =>
  from(PRICE_DAYS).whereAnyOf('token_id', 'int', tokens).whereAnyOf('key', 'int', keys)
const CLOSES_BY = statement((from, fills: ClosingFills) => closesBy(from, fills).select('token_id', 'day'))
const DROP_CLOSES_BY = statement((from, fills: ClosingFills) => closesBy(from, fills).delete())

/** Days without a close get that of the last remaining fill; holders of the token get another mark. */
export async function recomputeCloses(
  tx: Sql,
  gone: readonly { tokenId: number; day: Day }[],
  change: Change,
): Promise<void> {
  if (gone.length > 0) await recordMeaning(tx)
  const prices = createPriceDayRows()
  for (const { tokenId: token, day } of gone) {
    const ofDay = { tokens: [token], since: day * DAY_SECONDS, before: (day + 1) * DAY_SECONDS }
    const fills = await ledgerOf(tx).fills(['shares', 'usd', 'time', 'key'], ofDay)
    for (const fill of fills) prices.add({ token, ...fill })
  }
  await prices.write(tx)
  const holders = await HOLDERS.all(tx, { tokens: gone.map((row) => row.tokenId) })
  await touchTraders(
    tx,
    holders.map((row) => row.traderId),
    change,
  )
}

/** Keeps closes that are about to go. */
export async function keepCloses(tx: Sql, gone: readonly { tokenId: number; day: Day }[]): Promise<void> {
  const keys = { token_id: gone.map(({ tokenId }) => tokenId), day: gone.map(({ day }) => day) }
  await keepRows(tx, PRICE_DAYS, keys, gone.length)
}

/** Removes the closes set by some fills, by their keys, and recomputes the closes of those days. */
export async function closeWithout(
  tx: Sql,
  fills: readonly { token: number; key: number }[],
  change: Change,
): Promise<void> {
  if (fills.length === 0) return
  const set = { tokens: fills.map(({ token }) => token), keys: fills.map(({ key }) => key) }
  const gone = await CLOSES_BY.all(tx, set)
  await keepCloses(tx, gone)
  await DROP_CLOSES_BY.run(tx, set)
  await recomputeCloses(tx, gone, change)
}
