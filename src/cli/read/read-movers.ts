import { getMarketMovers } from '../../client/entry.ts'
import type { CommandContext } from '../command-context.ts'
import { textTable } from '../screen/text-table.ts'
import { askService, type ReadOptions } from './ask-service.ts'
import { dollars, number } from './format-cell.ts'

/** The range and the outcome as the command line gives them. */
export interface MoversOptions extends ReadOptions {
  from: string
  to: string
  limit: number
  outcome?: number
}

/** `pequod movers`: a market's largest net buyers and sellers. Throws a CommandError if the service refuses. */
export async function readMovers(context: CommandContext, id: string, options: MoversOptions): Promise<void> {
  const { json, server: _, limit, ...asked } = options
  const { screen } = context
  await askService(context, options, async (client) => {
    const movers = await getMarketMovers(client, { id, ...asked, first: limit })
    if (json) return screen.printJson(movers)
    if (movers === null) return screen.note('The market has no such outcome.')
    screen.print(`Price before ${number(movers.priceBefore)}, after ${number(movers.priceAfter)}`)
    const rows = [...movers.buyers, ...movers.sellers].map((mover) => [
      mover.trader.username ?? mover.trader.address,
      number(mover.shares),
      dollars(mover.usd),
      number(mover.impact),
      mover.changes.join(' '),
      dollars(mover.record?.pnl ?? null),
    ])
    for (const line of textTable(HEADING, rows)) screen.print(line)
  })
}

const HEADING = ['TRADER', 'NET SHARES', 'NET USD', 'IMPACT', 'POSITION', 'PNL BEFORE']
