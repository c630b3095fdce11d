import type { Database, Sql } from '../engine/database.ts'
import { newerStore } from '../engine/open-failure.ts'
import { statement } from '../engine/statement.ts'
import { dropAllSealedDays } from '../ledger/bulk.ts'
import { infrastructureIds } from '../ledger/infrastructure-ids.ts'
import { appendChange } from '../ledger/ledger-changes.ts'
import { readLedgerState, writeLedgerState } from '../ledger/ledger-state.ts'
import { forgetPast } from '../ledger/versions.ts'
import { LEDGER_STATE, POSITIONS } from '../tables.ts'
import { supplyUnits } from '../verify/supply-units.ts'
import { createConditions } from './conditions.ts'
import { refold } from './refold.ts'
import { addToScope, type Scope } from './scope.ts'

/**
 * Counts the fold's rules: it grows when the same events make other rows than before. 1: the official rule came. 2: shares
 * bought and split. 3: the lowest question realizes a conversion of all. 4: a purchase whose fee takes
 * all its shares is a loss, also beside a holding. 5: the fee of a conversion is its market's.
 */
export const FOLD_VERSION = 5

/**
 * Makes the fact grain again from the ledger where an older fold made it, all of it in one transaction, and has every
 * trader computed at the next refresh. Snapshots that are published stay as they are. Condition by condition, so that
 * memory stays small; it costs about as much time as the events' ingest did.
 * @param onFold called before a ledger that is not empty is folded
 * @returns whether there was anything to do
 * @throws CommandError where a newer fold made it
 */
export async function foldAgain(db: Database, onFold: () => void = () => undefined): Promise<boolean> {
  const version = await foldVersion(db)
  if (version > FOLD_VERSION) throw newerStore(`its positions follow rules of number ${version}`)
  if (version === FOLD_VERSION) return false
  return db.transaction(async (tx) => {
    const state = await readLedgerState(tx, true)
    // Another process may have done it while this one waited for the lock.
    if ((await foldVersion(tx)) >= FOLD_VERSION) return false
    const isEmpty = state.fills + state.movements === 0
    if (!isEmpty) {
      onFold()
      state.version++
      await forgetPast(tx, state.version)
      // Every day is made anew: nothing of the sealed ones is read.
      await dropAllSealedDays(tx)
      await foldAll(tx, state.version)
      await writeLedgerState(tx, state)
      // Also a refresh as of a day, which looks at no trader by itself, makes the days of behaviour again.
      await appendChange(tx, state.version, 0)
    }
    await SET_FOLD_VERSION.run(tx, { version: FOLD_VERSION })
    return !isEmpty
  })
}

const STORED_FOLD_VERSION = statement((from) => from(LEDGER_STATE).select('fold_version').where('id', 1))
const SET_FOLD_VERSION = statement((from, { version }: { version: number }) =>
  from(LEDGER_STATE).where('id', 1).update({ fold_version: version }),
)
const POSITIONS_OF = statement((from, { tokens }: { tokens: readonly number[] }) =>
  from(POSITIONS).select('token_id', 'trader_id').whereAnyOf('token_id', 'int', tokens),
)

async function foldVersion(sql: Sql): Promise<number> {
  return (await STORED_FOLD_VERSION.get(sql))?.foldVersion ?? 0
}

async function foldAll(tx: Sql, version: number): Promise<void> {
  const conditions = createConditions()
  const infrastructure = await infrastructureIds(tx)
  const isInfrastructure = (trader: number) => infrastructure.has(trader)
  for await (const units of supplyUnits(tx)) {
    const scope = await positionsOf(
      tx,
      units.flatMap((unit) => unit.tokens.map(({ id }) => id)),
    )
    await refold(tx, scope, { conditions, isInfrastructure, from: 0, change: { version, since: 0 } })
  }
}

/** Every position that an event has ever touched has a row. */
async function positionsOf(tx: Sql, tokens: readonly number[]): Promise<Scope> {
  const rows = await POSITIONS_OF.all(tx, { tokens })
  const scope: Scope = new Map()
  for (const row of rows) addToScope(scope, row.tokenId, row.traderId)
  return scope
}
