import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, getOutbox, type OutboxMessage, whatChanged } from '../../client/entry.ts'
import type { CommandContext } from '../command-context.ts'
import { cents, dollars, minute, number, textTable } from '../screen/text-table.ts'
import { askService, type ReadOptions } from './ask-service.ts'
import { endingOfProcess, unlessAway } from './read-whales.ts'

export interface OutboxOptions extends ReadOptions {
  limit: number
  /** Print new messages until stopped. @default false */
  follow?: boolean
}

/** Milliseconds between two polls for new messages. */
const LOOK_MS = 2_000
/** Minimum messages per poll, more than arrive between two. */
const LOOK_ROWS = 25

/** `pequod outbox`: the newest messages to the caller's channels, oldest first. Throws a CommandError if the service refuses. */
export async function readOutbox(context: CommandContext, options: OutboxOptions): Promise<void> {
  const { screen, ending: signal = endingOfProcess(), lookMs = LOOK_MS } = context
  const { limit, json = false, follow = false } = options
  await askService(context, options, async (client) => {
    const page = await getOutbox(client, { limit })
    if (json && !follow) return screen.printJson(page)
    const newest = page?.items ?? []
    if (newest.length === 0) screen.note('There are no messages yet.')
    const print = (messages: readonly OutboxMessage[]) => {
      for (const message of messages.toReversed())
        for (const line of json ? [JSON.stringify(message)] : linesOf(message)) screen.print(line)
    }
    print(newest)
    const known = new Set(newest.map(({ id }) => id))
    while (follow && !signal.aborted) {
      await sleep(lookMs, undefined, { signal }).catch(() => undefined)
      const fresh = (await look(client, Math.max(limit, LOOK_ROWS), signal)).filter(
        ({ id }) => !known.has(id),
      )
      print(fresh)
      for (const { id } of fresh) known.add(id)
    }
  })
}

/** None during a short outage, or at the end; the next poll asks again. */
async function look(client: Client, limit: number, signal: AbortSignal): Promise<readonly OutboxMessage[]> {
  return (await unlessAway(getOutbox(client, { limit }, { signal }), signal))?.items ?? []
}

function linesOf({ time, channel, state, reason, text }: OutboxMessage): string[] {
  const failure = state === 'sent' || reason === null ? [] : [`Not delivered: ${reason}`]
  return [
    `${minute(time)} UTC · ${channel}`,
    ...[...text.split('\n'), ...failure].map((line) => `  ${line}`),
    '',
  ]
}

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
