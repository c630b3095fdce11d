import {
  type CompareTradersParameters,
  compareTraders,
  type GetLeaderboardParameters,
  type GetTraderParameters,
  getLeaderboard,
  getTrader,
  type ListTraderLotsParameters,
  listTraderLots,
  type ScreenedTrader,
  type ScreenedTraderPage,
  type ScreenMember,
  type ScreenTradersParameters,
  type SharedMarket,
  screenTraders,
} from '../../client/entry.ts'
import { moneyText, percentRange } from '../../formats.ts'
import type { CommandContext } from '../command-context.ts'
import {
  type Cell,
  cents,
  dayOf,
  dollars,
  minute,
  number,
  percent,
  printRows,
  printTable,
  share,
} from '../screen/text-table.ts'
import { printAnswer, type ReadOptions } from './ask-service.ts'

// The options of a command are parameters of REST, and the service refuses what is not one of their values.

/** `pequod board`: the top of a leaderboard. Throws a CommandError if the service refuses. */
export async function readBoard(
  context: CommandContext,
  id: string,
  { json, server, format, columns, ...asked }: ReadOptions & Omit<GetLeaderboardParameters, 'id'>,
): Promise<void> {
  await printAnswer(
    context,
    { json, server, format, columns },
    (client) => getLeaderboard(client, { id, ...asked }),
    (board, screen) => {
      printRows(screen, board.entries, [
        ['RANK', (row) => number(row.rank)],
        ['MOVED', (row) => (row.previousRank === null ? 'new' : change(row.rank - row.previousRank))],
        ['NAME', (row) => row.username ?? ''],
        ['ADDRESS', (row) => row.address ?? ''],
        ['PNL', (row) => dollars(row.pnl)],
        ['VOLUME', (row) => dollars(row.volume)],
        ['ROI', (row) => percent(row.roi, 1)],
        ['WINS', (row) => share(row.winRate, (row.wins ?? 0) + (row.losses ?? 0))],
        ['TRADES', (row) => number(row.tradeCount)],
      ])
      screen.note(`${id}, ${minute(board.cutoff.time)} UTC`)
    },
  )
}

function change(places: number): string {
  if (places === 0) return '='
  return places < 0 ? `+${-places}` : String(-places)
}

/** `pequod trader`: a trader's numbers and ranks. Throws a CommandError for an unknown address. */
export async function readTrader(
  context: CommandContext,
  address: string,
  { json, server, ...asked }: ReadOptions & Omit<GetTraderParameters, 'address'>,
): Promise<void> {
  await printAnswer(
    context,
    { json, server },
    (client) => getTrader(client, { address, ...asked }),
    (trader, screen) => {
      const rows: Cell[][] = [
        ['Profit and loss', dollars(trader.pnl)],
        ['  realized', dollars(trader.realizedPnl)],
        ['  unrealized', dollars(trader.unrealizedPnl)],
        ['Official profit and loss', dollars(trader.officialPnl)],
        ['Volume', dollars(trader.volume)],
        ['Fees', dollars(trader.fees)],
        ['Trades', number(trader.tradeCount)],
        ['Markets', number(trader.marketCount)],
        ['Return on investment', percent(trader.roi, 1)],
        ['Win rate', share(trader.winRate, trader.wins + trader.losses)],
        ['Sharpe ratio', number(trader.sharpeRatio)],
        ['Maximum drawdown', dollars(trader.maxDrawdown)],
        ['Bot probability', percent(trader.botProbability)],
      ]
      printTable(screen, [trader.username ?? 'trader', trader.address], rows)
      const ranks = trader.ranks.flatMap(({ leaderboard, rank, entryCount }) =>
        rank === null ? [] : [[leaderboard, number(rank), number(entryCount)]],
      )
      if (ranks.length > 0) {
        screen.print('')
        printTable(screen, ['LEADERBOARD', 'RANK', 'OF'], ranks)
      }
      screen.note(
        `Coverage ${trader.coverage}; all time up to ${minute(trader.cutoff.time)} UTC. An unknown value is shown as –.`,
      )
    },
  )
}

/** `pequod traders`: traders that fit conditions. Throws a CommandError if the service refuses. */
export async function readTraders(
  context: CommandContext,
  { json, server, format, columns, ...asked }: ReadOptions & ScreenTradersParameters,
): Promise<void> {
  await printAnswer(
    context,
    { json, server, format, columns },
    (client) => screenTraders(client, asked),
    printTraders,
  )
}

/** A page of traders: of a question, or the members of a screen, which compare no days. */
type TradersPage = Omit<ScreenedTraderPage, 'items'> & {
  items: readonly (ScreenMember & Partial<Pick<ScreenedTrader, 'between'>>)[]
}

/** Prints a page of traders with what they hold in common. */
export function printTraders(page: TradersPage, screen: CommandContext['screen']): void {
  printRows(screen, page.items, [
    ['RANK', ({ rank }) => number(rank)],
    ['NAME', ({ username }) => username ?? ''],
    ['ADDRESS', ({ address }) => address],
    ['ROI', ({ numbers }) => percent(numbers?.roi ?? null, 1)],
    ['PNL', ({ numbers }) => dollars(numbers?.pnl ?? null)],
    ['EDGE', ({ numbers }) => percent(numbers?.edge ?? null)],
    ['Q-VALUE', ({ numbers }) => number(numbers?.edgeQValue ?? null)],
    ['UNITS', ({ numbers }) => number(numbers?.units ?? null)],
    ['LAST TRADE (UTC)', ({ numbers }) => minute(numbers?.lastTrade ?? null)],
    ['COVERAGE', ({ numbers }) => numbers?.coverage ?? ''],
    ['SINCE', ({ between }) => dollars(between?.pnl ?? null)],
    ['SCORE', ({ score }) => number(score)],
  ])
  const unknown = page.unknown === 0 ? '' : `, ${page.unknown} with an unknown number`
  screen.note(
    `${page.totalCount ?? page.items.length} fit${unknown}; ${minute(page.cutoff?.time ?? null)} UTC`,
  )
  printShared(page.inCommon ?? [], screen)
  for (const name of page.notFound) screen.note(`${name} is unknown.`)
}

/** Prints the markets that traders of a list hold in common, if any. */
function printShared(shared: readonly SharedMarket[], screen: CommandContext['screen']): void {
  if (shared.length === 0) return
  printRows(screen, shared, [
    ['IN COMMON', ({ market }) => market.question ?? market.condition],
    ['OUTCOME', ({ outcome }) => outcome.name ?? number(outcome.index)],
    ['HOLDERS', ({ holders }) => number(holders)],
    ['VALUE', ({ value }) => dollars(value)],
    ['PRICE PAID', ({ averagePrice }) => cents(averagePrice)],
    ['PRICE', ({ price }) => cents(price)],
    ['GAP', ({ gap }) => percent(gap)],
  ])
}

/** `pequod compare`: traders beside each other. Throws a CommandError if the service refuses. */
export async function readCompare(
  context: CommandContext,
  traders: readonly string[],
  { json, server, ...asked }: ReadOptions & Omit<CompareTradersParameters, 'traders'>,
): Promise<void> {
  await printAnswer(
    context,
    { json, server },
    (client) => compareTraders(client, { ...asked, traders: traders.join(',') }),
    (found, screen) => {
      const nameOf = new Map(
        found.traders.map(({ trader }) => [trader.address, trader.username ?? trader.address]),
      )
      printRows(screen, found.traders, [
        ['NAME', ({ trader }) => trader.username ?? ''],
        ['ADDRESS', ({ trader }) => trader.address],
        ['PNL', ({ stats }) => dollars(stats?.pnl ?? null)],
        ['ROI', ({ stats }) => percent(stats?.roi ?? null, 1)],
        ['WIN RATE', ({ stats }) => share(stats?.winRate ?? null, (stats?.wins ?? 0) + (stats?.losses ?? 0))],
        ['95%', ({ stats }) => percentRange(stats?.winRateInterval) ?? ''],
        ['EDGE', ({ trader }) => percent(trader.skill?.edge ?? null)],
        ['95%', ({ trader }) => percentRange(trader.skill?.edgeInterval) ?? ''],
        ['DRAWDOWN', ({ stats }) => dollars(stats?.maxDrawdown ?? null)],
        ['OPEN', ({ openValue }) => dollars(openValue)],
        ['POSITIONS', ({ openPositions }) => number(openPositions)],
      ])
      screen.note(`${found.summary} ${minute(found.cutoff.time)} UTC`)
      for (const { traders: both, markets, sameSide, firstLed, secondLed, medianLead } of found.pairs ?? []) {
        const names = both.map((address) => nameOf.get(address) ?? address)
        const lead = medianLead === null ? '' : `, median lead ${number(medianLead / 3_600)} hours`
        screen.note(
          `${names.join(' and ')}: ${markets} markets in common, ${sameSide} on the same side; first in ${firstLed} and ${secondLed}${lead}`,
        )
      }
    },
  )
}

/** `pequod lots`: disposals of a year by wallets of one owner. Throws a CommandError if the service refuses. */
export async function readLots(
  context: CommandContext,
  [address = '', ...others]: readonly string[],
  { json, server, format, columns, account, ...asked }: ReadOptions & Record<string, unknown>,
): Promise<void> {
  const also = others.length > 0 ? { also: others.join(',') } : {}
  await printAnswer(
    context,
    { json, server, format, columns, account },
    // The service refuses what is not one of its values.
    (client) => listTraderLots(client, { ...asked, ...also, address } as ListTraderLotsParameters),
    ({ items, lots, nextCursor, totalCount }, screen) => {
      printRows(screen, items, [
        ['LEFT', (row) => dayOf(row.disposedAt)],
        ['KIND', (row) => row.kind.toLowerCase().replaceAll('_', ' ')],
        ['ACQUIRED', (row) => dayOf(row.acquiredAt)],
        ['PROCEEDS', (row) => dollars(row.proceeds)],
        ['COST', (row) => dollars(row.basis)],
        ['GAIN', (row) => dollars(row.gain)],
        ['TERM', (row) => row.term ?? ''],
        ['SHARES', (row) => row.description],
      ])
      const sums = [lots.totals, lots.shortTerm, lots.longTerm].map(({ gain }) =>
        moneyText(gain, { isSigned: true }),
      )
      const income = lots.incomeTotal === null ? 'unknown' : moneyText(lots.incomeTotal)
      screen.note(
        `${lots.year}, ${lots.method}: gain ${sums[0]}, of it ${sums[1]} short and ${sums[2]} long term; income apart: ${income}.`,
      )
      if (nextCursor !== null || items.length < totalCount)
        screen.note(`${items.length} of ${totalCount} disposals: --limit, or --format csv with Pro for all.`)
      screen.note('No tax advice.')
    },
  )
}
