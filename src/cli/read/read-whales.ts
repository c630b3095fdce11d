import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, listWhaleAlerts, RequestError, type WhaleAlert } from '../../client/entry.ts'
import type { CommandContext } from '../command-context.ts'
import { textTable } from '../screen/text-table.ts'
import { terminationSignal } from '../termination-signal.ts'
import { askService, type ReadOptions } from './ask-service.ts'
import { dollars, minute, number } from './format-cell.ts'

/** Which alerts are printed. */
export interface WhaleOptions extends ReadOptions {
  limit: number
  /** Print those that come, until it is asked to end. @default false */
  follow?: boolean
}

/** Milliseconds from one look for new alerts to the next. */
const LOOK_MS = 2_000

/** `pequod whales`: the newest whale alerts that the caller may see. Throws a CommandError if the service refuses. */
export async function readWhales(context: CommandContext, options: WhaleOptions): Promise<void> {
  const { limit, json, follow = false } = options
  const { screen } = context
  await askService(context, options, async (client) => {
    if (follow) return printAsTheyCome(context, client, options)
    const page = await listWhaleAlerts(client, { limit })
    if (json) return screen.printJson(page)
    if (page.items.length === 0) return screen.note('There are no alerts yet.')
    for (const line of textTable(HEADING, page.items.map(rowOf))) screen.print(line)
  })
}

/** The newest alerts, oldest first, then each new one; a line of JSON each where that is asked for. Ends when it is asked to. */
async function printAsTheyCome(
  { screen }: CommandContext,
  client: Client,
  { limit, json }: WhaleOptions,
): Promise<void> {
  const ending = new AbortController()
  void terminationSignal().then(() => ending.abort())
  const { signal } = ending
  let known = new Set<string>()
  while (!signal.aborted) {
    const { items } = await look(client, limit, signal)
    const fresh = items.filter(({ id }) => !known.has(id)).toReversed()
    if (items.length > 0) known = new Set(items.map(({ id }) => id))
    const lines = json
      ? fresh.map((alert) => JSON.stringify(alert))
      : textTable(HEADING, fresh.map(rowOf)).slice(1)
    for (const line of lines) screen.print(line)
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** Nothing where the service is away for a moment, or it is time to end: the next look asks again. */
async function look(
  client: Client,
  limit: number,
  signal: AbortSignal,
): Promise<{ items: readonly WhaleAlert[] }> {
  try {
    return await listWhaleAlerts(client, { limit }, { signal })
  } catch (error) {
    const isAway =
      error instanceof RequestError && (error.status === null || error.status === 429 || error.status >= 500)
    if (signal.aborted || isAway) return { items: [] }
    throw error
  }
}

const HEADING = ['TIME (UTC)', 'TRADER', 'SIDE', 'OUTCOME', 'USD', 'PRICE', 'MARKET']

function rowOf(alert: WhaleAlert) {
  return [
    minute(alert.time),
    alert.username ?? alert.address ?? alert.label ?? '',
    alert.direction,
    alert.outcome ?? '',
    dollars(alert.usd),
    number(alert.price),
    alert.market?.question ?? alert.market?.condition ?? '',
  ]
}
