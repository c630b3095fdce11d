import { getLeaderboard } from '../../client/entry.ts'
import type { CommandContext } from '../command-context.ts'
import { textTable } from '../screen/text-table.ts'
import { askService, type ReadOptions } from './ask-service.ts'
import { dollars, minute, number, percent } from './format-cell.ts'

export interface BoardOptions extends ReadOptions {
  limit: number
  /** Conditions as JSON. */
  where?: string
  /** A day (YYYY-MM-DD, UTC). @default the newest snapshot */
  asOf?: string
}

/** `pequod board`: the top of a leaderboard. Throws a CommandError if the service refuses. */
export async function readBoard(context: CommandContext, id: string, options: BoardOptions): Promise<void> {
  const { json, server: _, ...asked } = options
  const { screen } = context
  await askService(context, options, async (client) => {
    const board = await getLeaderboard(client, { id, ...asked })
    if (json) return screen.printJson(board)
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
    const header = ['RANK', 'MOVED', 'NAME', 'ADDRESS', 'PNL', 'VOLUME', 'ROI', 'WINS', 'TRADES']
    for (const line of textTable(header, rows)) screen.print(line)
    screen.note(`${id}, ${minute(board.cutoff.time)} UTC`)
  })
}

function change(places: number): string {
  if (places === 0) return '='
  return places < 0 ? `+${-places}` : String(-places)
}
