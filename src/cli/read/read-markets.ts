import { type ListMarketsParameters, listMarkets } from '../../client/entry.ts'
import { centsText } from '../../formats.ts'
import type { CommandContext } from '../command-context.ts'
import { textTable } from '../screen/text-table.ts'
import { askService, type ReadOptions } from './ask-service.ts'
import { dollars } from './format-cell.ts'

/** The filters of the list as the command line gives them. */
export interface MarketsOptions extends ReadOptions {
  limit: number
  order?: string
  window?: string
  query?: string
  category?: string
  status?: string
  asOf?: string
}

/** `pequod markets`: markets with their prices and moves. Throws a CommandError if the service refuses. */
export async function readMarkets(context: CommandContext, options: MarketsOptions): Promise<void> {
  const { json, server: _, ...filters } = options
  const { screen } = context
  // The service refuses what is not one of its values.
  const asked = filters as ListMarketsParameters
  await askService(context, options, async (client) => {
    const page = await listMarkets(client, asked)
    if (json) return screen.printJson(page)
    if (page.items.length === 0) return screen.note('No market matches.')
    const rows = page.items.map(({ question, condition, outcomes, volume, move }) => {
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
    for (const line of textTable(HEADING, rows)) screen.print(line)
  })
}

function cents(price: number | null) {
  return { right: price === null ? '–' : centsText(price) }
}

const HEADING = ['MARKET', 'OUTCOME', 'PRICE', 'CHANGE', 'VOLUME', 'MOVED MOST BY', 'NET USD']
