import type { Database, Sql } from '../engine/database.ts'
import { newerStore } from '../engine/open-failure.ts'
import { statement } from '../engine/statement.ts'
import type { StoreAddress } from '../engine/store-address.ts'
import { readLedgerState } from '../ledger/ledger-state.ts'
import { markEveryToken } from '../ledger/load-state.ts'
import { LEDGER_STATE } from '../tables.ts'
import { foldLoaded } from './fold-loaded.ts'
import { FILLS_A_RANGE } from './plan-ranges.ts'

/**
 * Counts the fold's rules: it grows when the same events make other rows than before. 1: the official rule came. 2: shares
 * bought and split. 3: the lowest question realizes a conversion of all. 4: a purchase whose fee takes
 * all its shares is a loss, also beside a holding. 5: the fee of a conversion is its market's.
 */
export const FOLD_VERSION = 5

/**
 * Folds every event again where an older fold made the positions. Other processes go on meanwhile, and read what the older fold made
 * until a range of tokens is done; published versions stay as they are. A fold that is killed continues where it was.
 * @param onFold called before a ledger that is not empty is folded
 * @returns whether there was anything to do
 * @throws CommandError where a newer fold made it
 */
export async function foldAgain(
  db: Database,
  address: StoreAddress,
  onFold: () => void = () => undefined,
): Promise<boolean> {
  const version = await foldVersion(db)
  if (version > FOLD_VERSION) throw newerStore(`its positions follow rules of number ${version}`)
  if (version === FOLD_VERSION) return false
  const { fills, movements } = await readLedgerState(db)
  const holdsAny = fills + movements > 0
  if (holdsAny) {
    onFold()
    await markEveryToken(db)
  }
  // Killed before this, the next process marks every token again; after it, whoever publishes next folds what is left.
  await SET_FOLD_VERSION.run(db, { version: FOLD_VERSION })
  // Threads take longer to start than one takes to fold few events.
  if (holdsAny) await foldLoaded(db, fills > FILLS_A_RANGE ? { address } : {})
  return holdsAny
}

const STORED_FOLD_VERSION = statement((from) => from(LEDGER_STATE).select('fold_version').where('id', 1))
const SET_FOLD_VERSION = statement((from, { version }: { version: number }) =>
  from(LEDGER_STATE).where('id', 1).update({ fold_version: version }),
)

async function foldVersion(sql: Sql): Promise<number> {
  return (await STORED_FOLD_VERSION.get(sql))?.foldVersion ?? 0
}
