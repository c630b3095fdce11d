import { getTrader } from '../../client/entry.ts'
import type { CommandContext } from '../command-context.ts'
import { type Cell, textTable } from '../screen/text-table.ts'
import { askService, type ReadOptions } from './ask-service.ts'
import { dollars, minute, number, percent } from './format-cell.ts'

export interface TraderOptions extends ReadOptions {
  /** A day (YYYY-MM-DD, UTC). @default the newest snapshot */
  asOf?: string
}

/** `pequod trader`: a trader's numbers and ranks. Throws a CommandError for an unknown address. */
export async function readTrader(
  context: CommandContext,
  address: string,
  options: TraderOptions,
): Promise<void> {
  const { asOf, json } = options
  const { screen } = context
  await askService(context, options, async (client) => {
    const trader = await getTrader(client, { address, ...(asOf === undefined ? {} : { asOf }) })
    if (json) return screen.printJson(trader)
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
    for (const line of textTable([trader.username ?? 'trader', trader.address], rows)) screen.print(line)
    const ranks = trader.ranks.flatMap(({ leaderboard, rank, entryCount }) =>
      rank === null ? [] : [[leaderboard, number(rank), number(entryCount)]],
    )
    if (ranks.length > 0) {
      screen.print('')
      for (const line of textTable(['LEADERBOARD', 'RANK', 'OF'], ranks)) screen.print(line)
    }
    screen.note(
      `Coverage ${trader.coverage}; all time up to ${minute(trader.cutoff.time)} UTC. An unknown value is shown as –.`,
    )
  })
}
