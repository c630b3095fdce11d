import { type ListTradesParameters, listTrades } from '../../client/entry.ts'
import type { CommandContext } from '../command-context.ts'
import { textTable } from '../screen/text-table.ts'
import { askService, type ReadOptions } from './ask-service.ts'
import { dollars, minute, number } from './format-cell.ts'

/** The filters of the list as the command line gives them. */
export interface TradesOptions extends ReadOptions {
  limit: number
  largest?: boolean
  minUsd?: number
  minMarketHours?: number
  side?: string
  change?: string
  signs?: string
  without?: string
  category?: string
  market?: string
  event?: string
  trader?: string
  leaderboard?: string
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
    for (const line of textTable(HEADING, rows)) screen.print(line)
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
