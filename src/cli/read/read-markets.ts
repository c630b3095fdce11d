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
import {
  cents,
  dayOf,
  dollars,
  minute,
  move,
  number,
  percent,
  printRows,
  printTable,
  share,
} from '../screen/text-table.ts'
import { printAnswer, type ReadOptions } from './ask-service.ts'
import { MARKET_FILTERS, whereOf } from './where-options.ts'

// The options of a command are parameters of REST, and the service refuses what is not one of their values.

/** The question as the command line gives it: filters are the parameters of REST. */
interface MarketsOptions
  extends ReadOptions,
    Pick<ListMarketsParameters, 'where' | 'order' | 'includeUntraded' | 'window' | 'limit' | 'asOf'> {
  [filter: string]: unknown
}

/** `pequod markets`: markets with their prices and moves. Throws a CommandError if the service refuses. */
export async function readMarkets(context: CommandContext, options: MarketsOptions): Promise<void> {
  const { json, server, format, columns, where: written, ...given } = options
  const { order, includeUntraded, window, limit, asOf } = given
  const flat = JSON.stringify(whereOf(MARKET_FILTERS, given))
  // The service refuses JSON that is wrong.
  const where =
    written === undefined ? flat : flat === '{}' ? written : `${flat.slice(0, -1)},"all":[${written}]}`
  const asked = { where, order, includeUntraded, window, limit, asOf }
  const own = Object.entries(asked).filter(([, value]) => value !== undefined && value !== '{}')
  await printAnswer(
    context,
    { json, server, format, columns },
    (client) => listMarkets(client, Object.fromEntries(own)),
    ({ items, totalCount, unknown }, screen) => {
      if (items.length === 0) return screen.note('No market matches.')
      printRows(screen, items, [
        ['MARKET', ({ question, condition }) => question ?? condition],
        ['OUTCOME', ({ outcomes }) => outcomes[0]?.name ?? ''],
        ['PRICE', ({ outcomes }) => cents(outcomes[0]?.price ?? null)],
        ['CHANGE', (market) => move(market.move?.change ?? null)],
        ['VOLUME', ({ move, volume }) => dollars(move?.volume ?? volume)],
        [
          'MOVED MOST BY',
          ({ move }) => move?.movedBy?.trader.username ?? move?.movedBy?.trader.address ?? '',
        ],
        ['NET USD', ({ move }) => dollars(move?.movedBy?.usd ?? null)],
      ])
      screen.note(`${totalCount} fit${unknown === 0 ? '' : `, ${unknown} with an unknown number`}.`)
    },
  )
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
      printRows(screen, market.outcomes, [
        ['OUTCOME', ({ name, index }) => name ?? `outcome ${index}`],
        ['PRICE', ({ price }) => cents(price)],
        ['DAY AGO', ({ priceDayAgo }) => cents(priceDayAgo)],
        ['SHARES', ({ supply }) => number(supply)],
      ])
      if (market.holders.length === 0) return
      screen.print('')
      printRows(screen, market.holders, [
        ['HOLDER', ({ username }) => username ?? ''],
        ['ADDRESS', ({ address }) => address],
        ['OUTCOME', ({ outcome }) => outcome.name ?? `outcome ${outcome.index}`],
        ['SHARES', ({ shares }) => number(shares)],
        ['OF ALL', ({ share }) => percent(share)],
        ['VALUE', ({ value }) => dollars(value)],
        ['UNREALIZED', ({ unrealizedPnl }) => dollars(unrealizedPnl)],
      ])
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
      printRows(screen, page.items, [
        ['HOLDER', (row) => row.username ?? row.address],
        ['OUTCOME', ({ outcome }) => outcome.name ?? number(outcome.index)],
        ['SHARES', (row) => number(row.shares)],
        ['OF ALL', (row) => percent(row.share)],
        ['PRICE PAID', (row) => cents(row.averagePrice)],
        ['COST', (row) => dollars(row.cost)],
        ['SINCE', (row) => dayOf(row.openedOn)],
        ['PNL', ({ record }) => dollars(record?.pnl ?? null)],
        [
          'WIN RATE',
          ({ record }) => share(record?.winRate ?? null, (record?.wins ?? 0) + (record?.losses ?? 0)),
        ],
      ])
      if (page.nextCursor !== null) screen.note(`More: --cursor ${page.nextCursor}`)
    },
  )
}

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
      const [before, after] = [movers.priceBefore, movers.priceAfter].map((price) =>
        price === null ? 'unknown' : centsText(price),
      )
      screen.print(`Price before ${before}, after ${after}`)
      printRows(
        screen,
        [...movers.buyers, ...movers.sellers],
        [
          ['TRADER', ({ trader }) => trader.username ?? trader.address],
          ['NET SHARES', ({ shares }) => number(shares)],
          ['NET USD', ({ usd }) => dollars(usd)],
          ['IMPACT', ({ impact }) => move(impact)],
          ['POSITION', ({ changes }) => changes.join(' ')],
          ['PNL BEFORE', ({ record }) => dollars(record?.pnl ?? null)],
        ],
      )
    },
  )
}
