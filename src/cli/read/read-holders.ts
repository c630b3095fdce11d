import { type ListMarketHoldersParameters, listMarketHolders } from '../../client/entry.ts'
import type { CommandContext } from '../command-context.ts'
import { textTable } from '../screen/text-table.ts'
import { askService, type ReadOptions } from './ask-service.ts'
import { dollars, number, percent } from './format-cell.ts'

/** A page of the list as the command line asks for it. */
export interface HoldersOptions extends ReadOptions {
  limit: number
  outcome?: number
  order?: string
  cursor?: string
  screen?: string
  asOf?: string
}

/** `pequod holders`: a page of a market's holders with their records. Throws a CommandError if the service refuses. */
export async function readHolders(
  context: CommandContext,
  id: string,
  options: HoldersOptions,
): Promise<void> {
  const { json, server: _, ...asked } = options
  const { screen } = context
  await askService(context, options, async (client) => {
    // The service refuses what is not one of its values.
    const page = await listMarketHolders(client, { id, ...asked } as ListMarketHoldersParameters)
    if (json) return screen.printJson(page)
    const rows = page.items.map((row) => [
      row.username ?? row.address,
      row.outcome.name ?? number(row.outcome.index),
      number(row.shares),
      percent(row.share),
      number(row.averagePrice),
      dollars(row.cost),
      row.openedOn ?? '',
      dollars(row.record?.pnl ?? null),
      percent(row.record?.winRate ?? null),
    ])
    for (const line of textTable(HEADING, rows)) screen.print(line)
    if (page.nextCursor !== null) screen.note(`More: --cursor ${page.nextCursor}`)
  })
}

const HEADING = ['HOLDER', 'OUTCOME', 'SHARES', 'OF ALL', 'PRICE PAID', 'COST', 'SINCE', 'PNL', 'WIN RATE']
