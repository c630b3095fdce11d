import { type ListTradesParameters, listTrades } from '../../client/entry.ts'
import type { CommandContext } from '../command-context.ts'
import { dollars, minute, number, printTable } from '../screen/text-table.ts'
import { printAnswer, type ReadOptions } from './ask-service.ts'

/** `pequod trades`: whole trades of all markets. Throws a CommandError if the service refuses. */
export async function readTrades(
  context: CommandContext,
  {
    json,
    server,
    format,
    columns,
    largest = false,
    ...filters
  }: ReadOptions & ListTradesParameters & { largest?: boolean },
): Promise<void> {
  await printAnswer(
    context,
    { json, server, format, columns },
    (client) => listTrades(client, { ...filters, ...(largest && { order: 'largest' }) }),
    ({ items }, screen) => {
      if (items.length === 0) return screen.note('No trade matches.')
      const rows = items.map((trade) => [
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
    },
  )
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
