import {
  type GetMarketMoversParameters,
  getMarket,
  getMarketMovers,
  type ListMarketHoldersParameters,
  type ListMarketsParameters,
  listMarketHolders,
  listMarkets,
} from '../../client/entry.ts'
import { centsText } from '../../formats.ts'
import type { CommandContext } from '../command-context.ts'
import { dollars, minute, number, percent, printTable } from '../screen/text-table.ts'
import { printAnswer, type ReadOptions } from './ask-service.ts'

// The options of a command are parameters of REST, and the service refuses what is not one of their values.

/** `pequod markets`: markets with their prices and moves. Throws a CommandError if the service refuses. */
export async function readMarkets(
  context: CommandContext,
  { json, server, format, columns, ...asked }: ReadOptions & ListMarketsParameters,
): Promise<void> {
  await printAnswer(
    context,
    { json, server, format, columns },
    (client) => listMarkets(client, asked),
    ({ items }, screen) => {
      if (items.length === 0) return screen.note('No market matches.')
      const rows = items.map(({ question, condition, outcomes, volume, move }) => {
        const by = move?.movedBy?.trader
        return [
          question ?? condition,
          outcomes[0]?.name ?? '',
          cents(outcomes[0]?.price ?? null),
          cents(move?.change ?? null),
          dollars(move?.volume ?? volume),
          by?.username ?? by?.address ?? '',
          dollars(move?.movedBy?.usd ?? null),
        ]
      })
      const heading = ['MARKET', 'OUTCOME', 'PRICE', 'CHANGE', 'VOLUME', 'MOVED MOST BY', 'NET USD']
      printTable(screen, heading, rows)
    },
  )
}

function cents(price: number | null) {
  return { right: price === null ? '–' : centsText(price) }
}

/** `pequod market`: a market with its outcomes and largest holders. Throws a CommandError if the service refuses. */
export async function readMarket(
  context: CommandContext,
  id: string,
  { json, server, limit, ...asOf }: ReadOptions & { limit: number; asOf?: string },
): Promise<void> {
  await printAnswer(
    context,
    { json, server },
    async (client) => ({
      ...(await getMarket(client, { id, ...asOf })),
      holders: (await listMarketHolders(client, { id, ...asOf, limit })).items,
    }),
    (market, screen) => {
      const facts = [
        ['Event', market.event?.title ?? ''],
        ['Status', market.status],
        ['Ends', minute(market.endsAt)],
        ['Volume', dollars(market.volume)],
        ['Open interest', dollars(market.openInterest)],
        ['Traders', number(market.traderCount)],
      ]
      printTable(screen, ['MARKET', market.question ?? market.condition], facts)
      screen.print('')
      const outcomes = market.outcomes.map((outcome) => [
        outcome.name ?? `outcome ${outcome.index}`,
        number(outcome.price),
        number(outcome.priceDayAgo),
        number(outcome.supply),
      ])
      printTable(screen, ['OUTCOME', 'PRICE', 'DAY AGO', 'SHARES'], outcomes)
      if (market.holders.length === 0) return
      screen.print('')
      const holders = market.holders.map((row) => [
        row.username ?? '',
        row.address,
        row.outcome.name ?? `outcome ${row.outcome.index}`,
        number(row.shares),
        percent(row.share),
        dollars(row.value),
        dollars(row.unrealizedPnl),
      ])
      const heading = ['HOLDER', 'ADDRESS', 'OUTCOME', 'SHARES', 'OF ALL', 'VALUE', 'UNREALIZED']
      printTable(screen, heading, holders)
    },
  )
}

/** `pequod holders`: a page of a market's holders with their records. Throws a CommandError if the service refuses. */
export async function readHolders(
  context: CommandContext,
  id: string,
  { json, server, format, columns, ...asked }: ReadOptions & Omit<ListMarketHoldersParameters, 'id'>,
): Promise<void> {
  await printAnswer(
    context,
    { json, server, format, columns },
    (client) => listMarketHolders(client, { id, ...asked }),
    (page, screen) => {
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
      printTable(screen, HOLDERS, rows)
      if (page.nextCursor !== null) screen.note(`More: --cursor ${page.nextCursor}`)
    },
  )
}

const HOLDERS = ['HOLDER', 'OUTCOME', 'SHARES', 'OF ALL', 'PRICE PAID', 'COST', 'SINCE', 'PNL', 'WIN RATE']

/** `pequod movers`: a market's largest net buyers and sellers. Throws a CommandError if the service refuses. */
export async function readMovers(
  context: CommandContext,
  id: string,
  { json, server, limit, ...asked }: ReadOptions & Omit<GetMarketMoversParameters, 'id'> & { limit: number },
): Promise<void> {
  await printAnswer(
    context,
    { json, server },
    (client) => getMarketMovers(client, { id, ...asked, first: limit }),
    (movers, screen) => {
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
      printTable(screen, ['TRADER', 'NET SHARES', 'NET USD', 'IMPACT', 'POSITION', 'PNL BEFORE'], rows)
    },
  )
}
