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
import { type Cell, dollars, minute, number, percent, printTable } from '../screen/text-table.ts'
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
      const rows = board.entries.map((row) => [
        number(row.rank),
        row.previousRank === null ? 'new' : change(row.rank - row.previousRank),
        row.username ?? '',
        row.address ?? '',
        dollars(row.pnl),
        dollars(row.volume),
        percent(row.roi),
        percent(row.winRate),
        number(row.tradeCount),
      ])
      const heading = ['RANK', 'MOVED', 'NAME', 'ADDRESS', 'PNL', 'VOLUME', 'ROI', 'WINS', 'TRADES']
      printTable(screen, heading, rows)
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
        ['Return on investment', percent(trader.roi)],
        ['Win rate', percent(trader.winRate)],
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
  const rows = page.items.map(({ rank, score, address, username, numbers, between = null }) => [
    number(rank),
    username ?? '',
    address,
    percent(numbers?.roi ?? null),
    dollars(numbers?.pnl ?? null),
    percent(numbers?.edge ?? null),
    number(numbers?.edgeQValue ?? null),
    number(numbers?.units ?? null),
    minute(numbers?.lastTrade ?? null),
    numbers?.coverage ?? '',
    dollars(between?.pnl ?? null),
    number(score),
  ])
  printTable(screen, TRADERS, rows)
  const unknown = page.unknown === 0 ? '' : `, ${page.unknown} with an unknown number`
  screen.note(`${page.totalCount ?? rows.length} fit${unknown}; ${minute(page.cutoff?.time ?? null)} UTC`)
  printShared(page.inCommon ?? [], screen)
  for (const name of page.notFound) screen.note(`${name} is unknown.`)
}

/** Prints the markets that traders of a list hold in common, if any. */
function printShared(shared: readonly SharedMarket[], screen: CommandContext['screen']): void {
  if (shared.length === 0) return
  const rows = shared.map(({ market, outcome, holders, value, averagePrice, price, gap }) => [
    market.question ?? market.condition,
    outcome.name ?? number(outcome.index),
    number(holders),
    dollars(value),
    number(averagePrice),
    number(price),
    percent(gap),
  ])
  const heading = ['IN COMMON', 'OUTCOME', 'HOLDERS', 'VALUE', 'PRICE PAID', 'PRICE', 'GAP']
  printTable(screen, heading, rows)
}

const TRADERS = [
  'RANK',
  'NAME',
  'ADDRESS',
  'ROI',
  'PNL',
  'EDGE',
  'Q-VALUE',
  'UNITS',
  'LAST TRADE (UTC)',
  'COVERAGE',
  'SINCE',
  'SCORE',
]

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
      const rows = found.traders.map(({ trader, stats, openValue, openPositions }) => [
        trader.username ?? '',
        trader.address,
        dollars(stats?.pnl ?? null),
        percent(stats?.roi ?? null),
        percent(stats?.winRate ?? null),
        percentRange(stats?.winRateInterval) ?? '',
        percent(trader.skill?.edge ?? null),
        percentRange(trader.skill?.edgeInterval) ?? '',
        dollars(stats?.maxDrawdown ?? null),
        dollars(openValue),
        number(openPositions),
      ])
      printTable(screen, COMPARED, rows)
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
      const rows = items.map((row) => [
        row.disposedAt.slice(0, 10),
        row.kind.toLowerCase().replaceAll('_', ' '),
        row.acquiredAt?.slice(0, 10) ?? 'unknown',
        dollars(row.proceeds),
        dollars(row.basis),
        dollars(row.gain),
        row.term ?? '',
        row.description,
      ])
      printTable(screen, LOTS, rows)
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

const LOTS = ['LEFT', 'KIND', 'ACQUIRED', 'PROCEEDS', 'COST', 'GAIN', 'TERM', 'SHARES']

const COMPARED = [
  'NAME',
  'ADDRESS',
  'PNL',
  'ROI',
  'WIN RATE',
  '95%',
  'EDGE',
  '95%',
  'DRAWDOWN',
  'OPEN',
  'POSITIONS',
]
