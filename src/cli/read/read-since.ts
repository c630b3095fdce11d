import { whatChanged } from '../../client/entry.ts'
import type { CommandContext } from '../command-context.ts'
import { cents, dollars, minute, number, textTable } from '../screen/text-table.ts'
import { askService, type ReadOptions } from './ask-service.ts'

export interface SinceOptions extends ReadOptions {
  /** @default since the last visit */
  time?: string
}

/** `pequod since`: what changed in what the caller follows. Throws a CommandError if the service refuses. */
export async function readSince(context: CommandContext, options: SinceOptions): Promise<void> {
  const { json, time } = options
  const { screen } = context
  await askService(context, options, async (client) => {
    const since = await whatChanged(client, time === undefined ? {} : { time })
    if (json) return screen.printJson(since)
    if (since === null) return
    screen.print(`Since ${minute(since.from)} UTC: ${since.summary}`)
    const tables = [
      since.trades.map(({ trader, market, outcome, fills, shares, usd }) => [
        trader.username ?? trader.address,
        market?.question ?? '',
        outcome?.name ?? '',
        number(fills),
        number(shares),
        dollars(usd),
      ]),
      since.moves.map(({ market, outcome, priceBefore, priceAfter, movedBy }) => [
        market.question ?? market.condition,
        outcome.name ?? '',
        cents(priceBefore),
        cents(priceAfter),
        movedBy === null ? '' : (movedBy.trader.username ?? movedBy.trader.address),
      ]),
      since.boards.map(({ leaderboard, top, entered, left }) => [
        leaderboard.title,
        number(top),
        number(entered.length),
        number(left.length),
      ]),
      since.screens.map(({ screen: { name }, top, entered, left }) => [
        name,
        number(top),
        number(entered.length),
        number(left.length),
      ]),
    ]
    for (const [i, rows] of tables.entries())
      for (const line of rows.length === 0 ? [] : ['', ...textTable(HEADINGS[i] ?? [], rows)])
        screen.print(line)
  })
}

const HEADINGS = [
  ['TRADER', 'MARKET', 'OUTCOME', 'FILLS', 'NET SHARES', 'NET USD'],
  ['MARKET', 'OUTCOME', 'BEFORE', 'AFTER', 'MOST BY'],
  ['LEADERBOARD', 'TOP', 'IN', 'OUT'],
  ['SCREEN', 'TOP', 'IN', 'OUT'],
]
