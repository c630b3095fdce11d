import { FRESH_FOR } from './fresh-for.ts'
import { readMissing } from './read-missing.ts'

/** Rows that are kept at a time, some 0.3 KB each. */
const KEPT_ROWS = 20_000

/** A read of rows by id; without those that are not there. */
type ReadRows<Row> = (ids: readonly number[], version: number) => Promise<ReadonlyMap<number, Row>>

/**
 * Reads who traders are, and what tokens and markets are called, from memory where they were read within the last second: the same
 * first hundred of the same boards are asked for all day, and what they are called changes at any time.
 * @param clock milliseconds from any start, never going back
 * @param most rows that are kept
 * @returns the read. `version`, of the ledger: rows that were read for another one are read again. @default the same always
 */
export function keepNames<Row>(
  read: ReadRows<Row>,
  clock: () => number,
  most = KEPT_ROWS,
): (ids: readonly number[], version?: number) => Promise<Map<number, Row>> {
  let rows = new Map<number, Row | null>()
  let since = Number.NEGATIVE_INFINITY
  let readFor = 0
  return (ids, version = 0) => {
    const now = clock()
    if (now - since >= FRESH_FOR || rows.size > most || version !== readFor) {
      rows = new Map()
      since = now
      readFor = version
    }
    return readMissing(rows, ids, (missing) => read(missing, version))
  }
}
