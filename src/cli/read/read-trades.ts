import { type ListTradesParameters, listTrades } from '../../client/entry.ts'
import type { CommandContext } from '../command-context.ts'
import { cents, dollars, minute, move, printRows } from '../screen/text-table.ts'
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
    collapse = true,
    ...filters
  }: ReadOptions & ListTradesParameters & { largest?: boolean },
): Promise<void> {
  await printAnswer(
    context,
    { json, server, format, columns },
    (client) =>
      listTrades(client, {
        ...filters,
        ...(largest && { order: 'largest' }),
        ...(!collapse && { collapse }),
      }),
    ({ items }, screen) => {
      if (items.length === 0) return screen.note('No trade matches.')
      printRows(screen, items, [
        ['TIME (UTC)', (trade) => minute(trade.time)],
        ['TRADER', ({ trader }) => trader?.username ?? trader?.address ?? ''],
        ['SIDE', (trade) => trade.side],
        ['OUTCOME', (trade) => trade.outcome ?? ''],
        ['USD', (trade) => dollars(trade.whole.usd)],
        ['PRICE', (trade) => cents(trade.whole.price)],
        ['POSITION', (trade) => trade.change ?? ''],
        ['SIGNS', (trade) => trade.signs.join(' ')],
        ['IMPACT', (trade) => move(trade.impact)],
        ['MARKET', ({ market }) => market?.question ?? market?.condition ?? ''],
      ])
    },
  )
}
