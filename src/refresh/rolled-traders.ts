import { DAY_SECONDS, type Day } from '../ledger/quantities.ts'
import type { Sql } from '../store/database.ts'
import { tradersOnDays } from '../store/ledger/position-days.ts'
import type { Basis, Prints } from './basis.ts'
import type { World } from './compute-trader.ts'
import { changedIncome } from './income-prints.ts'
import { type DaySpan, movedDays } from './moved-days.ts'
import { movedTokens } from './moved-tokens.ts'
import { IS_HELD } from './read-value-changes.ts'
import { changedTokens, tokenPrints } from './token-prints.ts'

/**
 * Traders whose numbers can differ from those of a snapshot whose cutoff was on an earlier day: besides those of whom
 * the ledger tells something else, those with an event on a day that a window's start or end has passed, or who then
 * held what changed its mark. Nothing of all others has moved, nor their ranks of the day before.
 */
export async function rolledTraders(
  tx: Sql,
  basis: Basis,
  { income }: Prints,
  world: Pick<World, 'marks' | 'labels'>,
  day: Day,
): Promise<Set<number>> {
  const spans = movedDays(basis.day, day)
  const traders = new Set(changedIncome(basis.prints.income, income))
  const add = async (text: string, values: Parameters<Sql['all']>[1] = []) => {
    for (const row of await tx.all<{ trader_id: number }>(text, values)) traders.add(row.trader_id)
  }
  await add('SELECT trader_id FROM touched_traders')
  for (const { trader } of await tradersOnDays(tx, spans)) traders.add(trader)
  await add(`SELECT DISTINCT trader_id FROM income_days WHERE ${spans.map(() => IS_WITHIN).join(' OR ')}`, [
    ...spans.flatMap(({ after, upTo }) => [after, upTo]),
  ])
  for (const { tokens, since } of concernedTokens(basis, world, spans)) {
    if (tokens.length > 0) await add(heldSince(tx), [tx.list(tokens), since * DAY_SECONDS])
  }
  return traders
}

const IS_WITHIN = '(day > ? AND day <= ?)'

/** Tokens that concern whoever held them at the close of the day before `since`, or later. */
interface ConcernedTokens {
  tokens: readonly number[]
  since: Day
}

function concernedTokens(
  basis: Basis,
  { marks, labels }: Pick<World, 'marks' | 'labels'>,
  spans: readonly DaySpan[],
): ConcernedTokens[] {
  // What the ledger now tells of the earlier cutoff, beside what it told then.
  const changed = changedTokens(basis.prints.tokens, tokenPrints(marks, labels, basis.day))
  return [
    { tokens: [...changed.past, ...changed.settled, ...changed.priced], since: 0 },
    ...spans.map((span) => ({ tokens: movedTokens(marks, span), since: span.after + 1 })),
  ]
}

/** A position without shares whose last event came earlier was not held any more. Relies on the key of `positions`. */
function heldSince(tx: Sql): string {
  return `SELECT DISTINCT trader_id FROM positions WHERE ${tx.isIn('token_id', 'int')} AND (${IS_HELD} OR last_time >= ?)`
}
