import type { LogRefusal } from '../rpc/check-logs.ts'
import type { PlacedRow, RowLogs } from './raw-rows.ts'

/** The logs of one block's rows. */
export interface RowBlock extends RowLogs {
  rows: number
}

/**
 * Cuts rows, which come in order of their places, into blocks, and makes logs of each. The same row twice counts once; rows
 * that put different events at one place are refused, all of them.
 */
export async function* rowBlocks<Row extends PlacedRow>(
  pages: AsyncIterable<readonly Row[]>,
  logsOf: (rows: readonly Row[]) => RowLogs,
): AsyncGenerator<RowBlock> {
  let held: Row[] = []
  const taken = (): RowBlock => {
    const { rows, refused } = eachOnce(held)
    const read = logsOf(rows)
    const block = { logs: read.logs, refused: [...refused, ...read.refused], rows: held.length }
    held = []
    return block
  }
  for await (const page of pages) {
    for (const row of page) {
      if (held.length > 0 && held[0]?.block !== row.block) yield taken()
      held.push(row)
    }
  }
  if (held.length > 0) yield taken()
}

function eachOnce<Row extends PlacedRow>(block: readonly Row[]): { rows: Row[]; refused: LogRefusal[] } {
  const byIndex = Map.groupBy(block, ({ logIndex }) => logIndex)
  if (byIndex.size === block.length) return { rows: [...block], refused: [] }
  const rows: Row[] = []
  const refused: LogRefusal[] = []
  for (const [logIndex, same] of byIndex) {
    const different = new Map(same.map((row) => [JSON.stringify(row), row]))
    // Without an index each row is refused by itself.
    if (different.size === 1 || logIndex === null) rows.push(...different.values())
    else
      for (const { tx } of different.values())
        refused.push({
          tx,
          logIndex,
          reason: `log ${logIndex} of block ${block[0]?.block} has two contradictory versions`,
        })
  }
  return { rows, refused }
}
