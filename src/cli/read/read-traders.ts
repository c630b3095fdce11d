import {
  type ScreenedTrader,
  type ScreenedTraderPage,
  type ScreenMember,
  type ScreenTradersParameters,
  type SharedMarket,
  screenTraders,
} from '../../client/entry.ts'
import type { CommandContext } from '../command-context.ts'
import { textTable } from '../screen/text-table.ts'
import { askService, type ReadOptions } from './ask-service.ts'
import { dollars, minute, number, percent } from './format-cell.ts'

/** The question as the command line gives it, in the words of REST. */
export interface TradersOptions extends ReadOptions {
  limit: number
  where?: string
  order?: string
  period?: string
  from?: string
  to?: string
  category?: string
  asOf?: string
  compareTo?: string
  inCommon?: number
}

/** `pequod traders`: traders that fit conditions. Throws a CommandError if the service refuses. */
export async function readTraders(context: CommandContext, options: TradersOptions): Promise<void> {
  const { json, server: _, ...asked } = options
  const { screen } = context
  await askService(context, options, async (client) => {
    // The service refuses what is not one of its values.
    const page = await screenTraders(client, asked as ScreenTradersParameters)
    if (json) return screen.printJson(page)
    printTraders(page, screen)
  })
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
  for (const line of textTable(HEADING, rows)) screen.print(line)
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
  for (const line of textTable(heading, rows)) screen.print(line)
}

const HEADING = [
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
