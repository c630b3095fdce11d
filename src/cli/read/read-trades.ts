import { type ListTradesParameters, listPositions, listTrades } from '../../client/entry.ts'
import type { CommandContext } from '../command-context.ts'
import { cents, dollars, minute, move, printRows } from '../screen/text-table.ts'
import { askService, printAnswer, type ReadOptions } from './ask-service.ts'
import { POSITION_FILTERS, whereOf } from './where-options.ts'

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

/** The question as the command line gives it: filters are the parameters of REST. */
export interface PositionsOptions extends ReadOptions {
  limit?: number
  order?: string
  asOf?: string
  top?: number
  [filter: string]: unknown
}

/** `pequod positions`: positions of all traders that fit a filter. Throws a CommandError if the service refuses. */
export async function readPositions(context: CommandContext, options: PositionsOptions): Promise<void> {
  const { json, limit, order, asOf } = options
  const { screen } = context
  await askService(context, options, async (client) => {
    // The service refuses what is not one of its values.
    const asked = {
      where: JSON.stringify(whereOf(POSITION_FILTERS, options)),
      ...(limit !== undefined && { limit }),
      ...(order && { order }),
      ...(asOf && { asOf }),
    }
    const page = await listPositions(client, asked as Parameters<typeof listPositions>[1])
    if (options.format) return
    if (json) return screen.printJson(page)
    if (page.items.length === 0) return screen.note('No position matches.')
    printRows(screen, page.items, [
      ['TRADER', ({ trader }) => trader.username ?? trader.address],
      ['OUTCOME', ({ outcome }) => outcome ?? ''],
      ['STATUS', ({ result, status }) => result ?? status],
      ['VALUE', ({ value }) => dollars(value)],
      ['COST', ({ cost }) => dollars(cost)],
      ['PNL', ({ realizedPnl, unrealizedPnl }) => dollars(realizedPnl + unrealizedPnl)],
      ['AVG PRICE', ({ averagePrice }) => cents(averagePrice)],
      ['PRICE', ({ price }) => cents(price)],
      ['OPENED', ({ openedOn }) => openedOn],
      ['MARKET', ({ market, token }) => market?.question ?? market?.condition ?? token],
    ])
    screen.note(`${page.totalCount} match.`)
  })
}
