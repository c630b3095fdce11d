import { type ListTradesParameters, listTrades } from '../../client/entry.ts'
import type { TradeFieldName } from '../../graph/trades/trade-fields.ts'
import type { CommandContext } from '../command-context.ts'
import { dollars, minute, number, printTable } from '../screen/text-table.ts'
import { askService, type ReadOptions } from './ask-service.ts'

/** The list as the command line asks for it: its filters are parameters of REST. */
export interface TradesOptions extends ReadOptions, Partial<Record<TradeFieldName, string | number>> {
  limit: number
  top?: number
  largest?: boolean
}

/** `pequod trades`: whole trades of all markets. Throws a CommandError if the service refuses. */
export async function readTrades(context: CommandContext, options: TradesOptions): Promise<void> {
  const { json, largest = false, server: _, ...filters } = options
  const { screen } = context
  // The service refuses what is not one of its values.
  const asked = { ...filters, ...(largest && { order: 'largest' }) } as ListTradesParameters
  await askService(context, options, async (client) => {
    const page = await listTrades(client, asked)
    if (json) return screen.printJson(page)
    if (page.items.length === 0) return screen.note('No trade matches.')
    const rows = page.items.map((trade) => [
      minute(trade.time),
      trade.trader?.username ?? trade.trader?.address ?? '',
      trade.side,
      trade.outcome ?? '',
      dollars(trade.whole.usd),
      number(trade.whole.price),
      trade.change ?? '',
      trade.signs.join(' '),
      number(trade.impact),
      trade.market?.question ?? trade.market?.condition ?? '',
    ])
    printTable(screen, HEADING, rows)
  })
}

const HEADING = [
  'TIME (UTC)',
  'TRADER',
  'SIDE',
  'OUTCOME',
  'USD',
  'PRICE',
  'POSITION',
  'SIGNS',
  'IMPACT',
  'MARKET',
]
