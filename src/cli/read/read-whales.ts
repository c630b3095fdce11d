import { listWhaleAlerts } from '../../client/entry.ts'
import type { CommandContext } from '../command-context.ts'
import { textTable } from '../screen/text-table.ts'
import { askService, type ReadOptions } from './ask-service.ts'
import { dollars, minute, number } from './format-cell.ts'

/** Which alerts are printed. */
export interface WhaleOptions extends ReadOptions {
  limit: number
}

/** `pequod whales`: the newest whale alerts that the caller may see. Throws a CommandError if the service refuses. */
export async function readWhales(context: CommandContext, options: WhaleOptions): Promise<void> {
  const { limit, json } = options
  const { screen } = context
  await askService(context, options, async (client) => {
    const page = await listWhaleAlerts(client, { limit })
    if (json) return screen.printJson(page)
    if (page.items.length === 0) return screen.note('There are no alerts yet.')
    const rows = page.items.map((alert) => [
      minute(alert.time),
      alert.username ?? alert.address ?? alert.label ?? '',
      alert.direction,
      alert.outcome ?? '',
      dollars(alert.usd),
      number(alert.price),
      alert.market?.question ?? alert.market?.condition ?? '',
    ])
    for (const line of textTable(['TIME (UTC)', 'TRADER', 'SIDE', 'OUTCOME', 'USD', 'PRICE', 'MARKET'], rows))
      screen.print(line)
  })
}
