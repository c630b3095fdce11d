import type { ContractSet } from '../../chain/contracts.ts'
import { redeemedLogs, resolvedLogs, setsLogs } from './ctf-rows.ts'
import type { HistoryTables } from './history-tables.ts'
import type { Layout } from './layout.ts'
import type { LogAppender } from './log-appender.ts'
import { type RowBlock, rowBlocks } from './row-blocks.ts'
import type { HistoryFiles } from './sort-files.ts'

/** Parts of the import of tables with the conditional tokens' events. */
export type EventsPart = 'resolutions' | 'splits' | 'merges' | 'redemptions'

interface EventsOptions {
  contracts: ContractSet
  onProgress?(progress: { part: EventsPart; done: number; total: number; rows: number }): void
}

/** Takes tables of the conditional tokens' own events in: each row becomes the log that it was made from. */
export async function appendEventRows(
  files: HistoryFiles,
  tables: HistoryTables,
  appender: LogAppender,
  { contracts, onProgress }: EventsOptions,
): Promise<void> {
  const of = (layout: Layout) => files.get(layout) ?? []
  const resolved = (layout: Layout, blocks: Parameters<HistoryTables['resolved']>[1]) =>
    rowBlocks(tables.resolved(of(layout), blocks), (rows) => resolvedLogs(rows, contracts))
  const sets = (layout: Layout, event: Parameters<typeof setsLogs>[1]) =>
    rowBlocks(tables.sets(of(layout)), (rows) => setsLogs(rows, event, contracts))
  const parts: [EventsPart, Layout, () => AsyncIterable<RowBlock>][] = [
    ['resolutions', 'RESOLUTIONS', () => resolved('RESOLUTIONS', of('BLOCKS'))],
    ['resolutions', 'RESOLVED', () => resolved('RESOLVED', null)],
    ['splits', 'SPLITS', () => sets('SPLITS', 'positionSplit')],
    ['merges', 'MERGES', () => sets('MERGES', 'positionsMerge')],
    [
      'redemptions',
      'REDEMPTIONS',
      () => rowBlocks(tables.redeemed(of('REDEMPTIONS')), (rows) => redeemedLogs(rows, contracts)),
    ],
  ]
  for (const [part, layout, blocks] of parts) {
    if (of(layout).length === 0) continue
    const total = await tables.count(of(layout))
    let rows = 0
    onProgress?.({ part, done: 0, total, rows })
    for await (const block of blocks()) {
      await appender.take(block)
      rows += block.rows
      onProgress?.({ part, done: rows, total, rows })
    }
    await appender.flush()
  }
}
