import { setTimeout as sleep } from 'node:timers/promises'
import { PequodError } from '../../errors.ts'
import { DAY_SECONDS, type Day, dayOf } from '../../ledger/quantities.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import type { TradeFilter } from '../../store/trades/trade-filter.ts'
import type { StreamItem } from '../../streams/event-stream.ts'
import { tradeInterest } from '../../streams/interest.ts'
import type { RequestContext } from '../kit/context.ts'
import { membersOf } from '../screen/saved-screens.ts'
import { tradersOfBoard } from '../trades/tape-filter.ts'
import { type ReadTradeWhere, readTradeWhere, type TradeWhere } from '../trades/trade-where.ts'
import { openStream } from './stream.ts'

type Stream = AsyncIterableIterator<StreamItem>
/** The members that a filter names, and their day. */
type Named = Pick<ReadTradeWhere, 'board' | 'screen'>

/** Milliseconds between two looks for the first snapshot of a day. */
const LOOK_MS = 1_000
/** Days whose trades a stream may send: a cursor is at most a day older than the newest event. */
const DAYS = 2

/**
 * Opens the stream of trades that a caller describes, the traders of its leaderboard and screen as they are now, or with `members`
 * AT_TRADE as they were at the close before each trade.
 * @throws PequodError as the list of trades does for a leaderboard, and NOT_FOUND for a screen that the caller may not read
 */
export async function openTrades(
  where: TradeWhere | null | undefined,
  after: string | null | undefined,
  context: RequestContext,
): Promise<Stream> {
  const { members, ...read } = readTradeWhere(where, 'STREAM')
  const { board, screen, ...rest } = read
  if (members !== 'AT_TRADE' || (board === undefined && screen === undefined))
    return openStream(context, tradeInterest(await streamFilter(read, context)), after)
  const named = { ...(board && { board }), ...(screen && { screen }) }
  return createDailyStream({
    named,
    filter: await streamFilter(rest, context),
    after: after ?? null,
    context,
  })
}

/** The filter of a stream, the traders of its leaderboard and screen as they are now. */
async function streamFilter(where: ReadTradeWhere, context: RequestContext): Promise<TradeFilter> {
  const { board, screen, any, ...rest } = where
  const within = any && (await Promise.all(any.map((one) => streamFilter(one, context))))
  const filter = { ...rest, ...(within && { any: within }) }
  if (board === undefined && screen === undefined) return filter
  const snapshot = await context.snapshot()
  const named = await membersBy({ ...(board && { board }), ...(screen && { screen }) }, snapshot, context)
  return { ...filter, traders: rest.traders?.filter((one) => named.includes(one)) ?? named }
}

/** The addresses of those who are on the leaderboard and in the screen, as far as a filter names them, by a snapshot. */
async function membersBy({ board, screen }: Named, snapshot: Snapshot, context: RequestContext) {
  const groups = [
    ...(board === undefined ? [] : [await tradersOfBoard(board, snapshot, context)]),
    ...(screen === undefined ? [] : [await membersOf(screen, snapshot, context)]),
  ].map((group) => new Set(group))
  const ids = [...(groups[0] ?? [])].filter((id) => groups.every((group) => group.has(id)))
  const { identities } = context.loaders(snapshot)
  const members = await Promise.all(ids.map((id) => identities.load(id)))
  return members.flatMap((member) => member?.address ?? [])
}

/**
 * A stream of the trades of those who belonged at the close before each. It knows the members of the newest closes. At a place behind
 * the last day that these serve, it waits for a snapshot of the next day, and goes on from its last message. It sends no place of a
 * day whose members it does not know.
 */
async function createDailyStream(asked: {
  named: Named
  filter: TradeFilter
  after: string | null
  context: RequestContext
}): Promise<Stream> {
  const { context, named, filter } = asked
  const open = async (after: string | null) => {
    const membersOn = await membersByDay(named, context)
    const all = [...new Set(Object.values(membersOn).flat())]
    const traders = filter.traders?.filter((one) => all.includes(one)) ?? all
    const stream = await openStream(context, tradeInterest({ ...filter, traders, membersOn }), after)
    return { stream, last: Math.max(...Object.keys(membersOn).map(Number)) }
  }
  let { after } = asked
  let isGone = false
  let current = await open(after)
  const goOn = async () => {
    await current.stream.return?.()
    for (let day = current.last; day === current.last && !isGone; ) {
      await sleep(LOOK_MS)
      context.renew(context.caller)
      day = dayOf((await context.snapshot()).cutoff.time)
    }
    if (!isGone) current = await open(after)
  }
  const own: Stream = {
    async next() {
      for (;;) {
        const result = await current.stream.next()
        if (result.done === true || result.value.kind === 'END') return result
        const item = result.value
        const cursor = item.kind === 'EVENT' ? item.event.cursor : item.cursor
        const isKnown = item.kind === 'EVENT' || !(await isBehindDay(cursor, current.last, context))
        // The first place is where the stream begins: nothing before it is asked for.
        if (isKnown || after === null) after = cursor
        if (isKnown) return result
        try {
          await goOn()
        } catch (reason) {
          if (!(reason instanceof PequodError)) throw reason
          return { done: false, value: { kind: 'END', reason } }
        }
      }
    },
    async return() {
      isGone = true
      return (await current.stream.return?.()) ?? { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => own,
  }
  return own
}

/** Whether the events up to a cursor may include one after a day. */
function isBehindDay(cursor: string, day: Day, { caller, live }: RequestContext): Promise<boolean> {
  return live.streams.of(caller.tier).isAfter(cursor, (day + 1) * DAY_SECONDS)
}

/** The members at the close before each of the newest days; nobody's before the ledger's second day. */
async function membersByDay(named: Named, context: RequestContext): Promise<Record<Day, readonly string[]>> {
  const { cutoff, firstDay } = await context.snapshot()
  const today = dayOf(cutoff.time)
  const membersOn: Record<Day, readonly string[]> = {}
  for (let day = today - DAYS + 1; day <= today; day++)
    membersOn[day] = day > firstDay ? await membersBy(named, await context.snapshot(day - 1), context) : []
  return membersOn
}
