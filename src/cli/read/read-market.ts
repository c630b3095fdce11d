import { getMarket, listMarketHolders } from '../../client/entry.ts'
import type { CommandContext } from '../command-context.ts'
import { textTable } from '../screen/text-table.ts'
import { askService, type ReadOptions } from './ask-service.ts'
import { dollars, minute, number, percent } from './format-cell.ts'

export interface MarketOptions extends ReadOptions {
  limit: number
  /** A day (YYYY-MM-DD, UTC). @default the newest snapshot */
  asOf?: string
}

/** `pequod market`: a market with its outcomes and largest holders. Throws a CommandError if the service refuses. */
export async function readMarket(context: CommandContext, id: string, options: MarketOptions): Promise<void> {
  const { limit, asOf, json } = options
  const { screen } = context
  const asked = { id, ...(asOf === undefined ? {} : { asOf }) }
  await askService(context, options, async (client) => {
    const market = await getMarket(client, asked)
    const { items: holders } = await listMarketHolders(client, { ...asked, limit })
    if (json) return screen.printJson({ ...market, holders })
    const table = (header: string[], rows: Parameters<typeof textTable>[1]) => {
      for (const line of textTable(header, rows)) screen.print(line)
    }
    table(
      ['MARKET', market.question ?? market.condition],
      [
        ['Event', market.event?.title ?? ''],
        ['Status', market.status],
        ['Ends', minute(market.endsAt)],
        ['Volume', dollars(market.volume)],
        ['Open interest', dollars(market.openInterest)],
        ['Traders', number(market.traderCount)],
      ],
    )
    screen.print('')
    table(
      ['OUTCOME', 'PRICE', 'DAY AGO', 'SHARES'],
      market.outcomes.map((outcome) => [
        outcome.name ?? `outcome ${outcome.index}`,
        number(outcome.price),
        number(outcome.priceDayAgo),
        number(outcome.supply),
      ]),
    )
    if (holders.length === 0) return
    screen.print('')
    table(
      ['HOLDER', 'ADDRESS', 'OUTCOME', 'SHARES', 'OF ALL', 'VALUE', 'UNREALIZED'],
      holders.map((row) => [
        row.username ?? '',
        row.address,
        row.outcome.name ?? `outcome ${row.outcome.index}`,
        number(row.shares),
        percent(row.share),
        dollars(row.value),
        dollars(row.unrealizedPnl),
      ]),
    )
  })
}
