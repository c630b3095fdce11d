import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, listWhaleAlerts, RequestError, type WhaleAlert } from '../../client/entry.ts'
import { PUBLIC_LIST } from '../../whales/alerts/alert-desk.ts'
import type { CommandContext } from '../command-context.ts'
import { terminationSignal } from '../exit-status.ts'
import { cents, dollars, growingTable, minute, printTable } from '../screen/text-table.ts'
import { askService, type ReadOptions } from './ask-service.ts'

export interface WhaleOptions extends ReadOptions {
  limit: number
  /** Print new alerts until stopped. @default false */
  follow?: boolean
}

/** Milliseconds between two polls for new alerts. */
export const LOOK_MS = 2_000
/** Minimum alerts per poll, more than arrive between two. */
const LOOK_ROWS = PUBLIC_LIST.alerts

/** `pequod whales`: the newest whale alerts that the caller may see. Throws a CommandError if the service refuses. */
export async function readWhales(context: CommandContext, options: WhaleOptions): Promise<void> {
  const { limit, json, follow = false } = options
  const { screen } = context
  await askService(context, options, async (client) => {
    if (follow) return printAsTheyCome(context, client, options)
    const page = await listWhaleAlerts(client, { limit })
    if (json) return screen.printJson(page)
    if (page.items.length === 0) return screen.note('There are no alerts yet.')
    printTable(screen, HEADING, page.items.map(rowOf))
  })
}

/**
 * Prints the newest alerts, oldest first, then each new one; as lines of JSON on request. Ends when stopped, or if the
 * first poll fails.
 */
async function printAsTheyCome(
  { screen, ending: signal = endingOfProcess(), lookMs = LOOK_MS }: CommandContext,
  client: Client,
  { limit, json }: WhaleOptions,
): Promise<void> {
  const table = growingTable(HEADING)
  const print = (alerts: readonly WhaleAlert[]) => {
    const lines = json ? alerts.map((alert) => JSON.stringify(alert)) : table(alerts.map(rowOf))
    for (const line of lines) screen.print(line)
  }
  const rows = Math.max(limit, LOOK_ROWS)
  let known: readonly WhaleAlert[] = (await listWhaleAlerts(client, { limit: rows }, { signal })).items
  if (known.length === 0) screen.note('There are no alerts yet; new ones are printed as they arrive.')
  print(known.slice(0, limit).toReversed())
  let isAway = false
  while (!signal.aborted) {
    await sleep(lookMs, undefined, { signal }).catch(() => undefined)
    const found = await look(client, rows, signal)
    if (found === null && !isAway && !signal.aborted) screen.note('The service is unavailable; retrying.')
    isAway = found === null
    // After a retraction, an older alert moves into the list.
    const oldest = known.length < rows ? '' : (known.at(-1)?.time ?? '')
    const ids = new Set(known.map(({ id }) => id))
    const fresh = (found ?? []).filter(({ id, time }) => !ids.has(id) && time >= oldest)
    if (fresh.length > 0) print(fresh.toReversed())
    if (found !== null && found.length > 0) known = found
  }
}

/** Aborts when the process is asked to end. */
export function endingOfProcess(): AbortSignal {
  const ending = new AbortController()
  void terminationSignal().then(() => ending.abort())
  return ending.signal
}

/** Null during a short outage, or at the end; the next poll asks again. */
async function look(
  client: Client,
  limit: number,
  signal: AbortSignal,
): Promise<readonly WhaleAlert[] | null> {
  return (await unlessAway(listWhaleAlerts(client, { limit }, { signal }), signal))?.items ?? null
}

/** An answer; null during a short outage, and once the signal aborts. Rejects with any other failure. */
export async function unlessAway<Answer>(
  answer: Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer | null> {
  try {
    return await answer
  } catch (error) {
    const isAway =
      error instanceof RequestError && (error.status === null || error.status === 429 || error.status >= 500)
    if (signal.aborted || isAway) return null
    throw error
  }
}

/** The heads of a trade's columns. */
export const HEADING = ['TIME (UTC)', 'TRADER', 'SIDE', 'OUTCOME', 'USD', 'PRICE', 'MARKET']

function rowOf(alert: WhaleAlert) {
  return [
    minute(alert.time),
    alert.username ?? alert.address ?? alert.label ?? '',
    alert.side,
    alert.outcome ?? '',
    dollars(alert.usd),
    cents(alert.price),
    alert.market?.question ?? alert.market?.condition ?? '',
  ]
}
