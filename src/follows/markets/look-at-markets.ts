import type { MarketNotice } from '../../delivery/notices.ts'
import { addToOutbox } from '../../delivery/outbox.ts'
import type { Sql } from '../../store/engine/database.ts'
import type { AnyKind, LedgerLook } from '../follow.ts'
import { type CountedFollow, workingChannels, writeState } from '../followers.ts'
import { addNotices, addToldNotices } from '../notices.ts'
import { entryOf } from '../outbox-entry.ts'
import { addHolderChanges, type HolderChange } from './market-holders.ts'
import {
  type FillPlace,
  type FollowedPrices,
  type MarketChange,
  type MarketFact,
  newPrices,
} from './market-prices.ts'

const MARKETS_READ = 200
/** Follows changed in one transaction, to bound the wait of other writers. */
const PAGE = 500

export interface FollowChange {
  follow: CountedFollow
  notices: readonly { notice: MarketNotice; key: number }[]
  /** The new state, and the newest event that it depends on. */
  state: object
  restsOn: number | null
}

/** The changes that new events of some markets cause, and their notices. */
export interface MarketNews {
  changes: readonly FollowChange[]
  holders: readonly HolderChange[]
  facts: readonly MarketFact[]
}

/**
 * Finds the changes that new events of some markets cause.
 * @param prices the next ones by new fills; there may be several parts
 * @param isFirst true of the first part: changes without fills are the same in every part
 */
export type FindNews = (
  sql: Sql,
  news: readonly MarketChange[],
  prices: readonly FollowedPrices[],
  isFirst: boolean,
) => Promise<MarketNews>

/**
 * Looks at markets with new events and queues notices to their followers, in the transaction that marks the
 * events as read. Prices that were read before change nothing, so an interrupted look is repeated as a whole,
 * and two concurrent ones send each notice once.
 * @returns the number of queued messages
 */
export async function lookAtMarkets(
  look: LedgerLook,
  kind: Pick<AnyKind, 'group'>,
  markets: readonly MarketChange[],
  find: FindNews,
): Promise<number> {
  // Fills are read from one time on: of a market whose event came late, apart.
  const byHour = Map.groupBy(markets, ({ from }) => Math.floor(from / 3_600))
  let told = 0
  for (const group of byHour.values())
    for (let i = 0; i < group.length; i += MARKETS_READ)
      told += await lookAtSome(look, kind, group.slice(i, i + MARKETS_READ), find)
  return told
}

async function lookAtSome(
  look: LedgerLook,
  kind: Pick<AnyKind, 'group'>,
  news: readonly MarketChange[],
  find: FindNews,
): Promise<number> {
  let told = 0
  let place: FillPlace | null = null
  do {
    const behind: FillPlace | null = place
    const part: MarketNews & { next: FillPlace | null } = await look.read(async (sql) => {
      const { prices, next } = await newPrices(sql, news, behind)
      return { ...(await find(sql, news, prices, behind === null)), next }
    })
    const most = Math.max(part.changes.length, part.facts.length, part.holders.length)
    for (let i = 0; i < most; i += PAGE) {
      const pageOf = <Item>(list: readonly Item[]) => list.slice(i, i + PAGE)
      told += await look.write(async (tx) => {
        await addNotices(tx, pageOf(part.facts))
        await addHolderChanges(tx, pageOf(part.holders))
        return writeChanges(tx, kind, pageOf(part.changes), look)
      })
    }
    place = part.next
  } while (place !== null)
  return told
}

async function writeChanges(
  tx: Sql,
  kind: Pick<AnyKind, 'group'>,
  changes: readonly FollowChange[],
  { options }: LedgerLook,
): Promise<number> {
  const written: FollowChange[] = []
  for (const change of changes) {
    const isWritten = await writeState(tx, change.follow, change.state, change.restsOn)
    if (isWritten && change.notices.length > 0) written.push(change)
  }
  if (written.length === 0) return 0
  const accounts = written.map(({ follow }) => follow.accountId)
  const channels = Map.groupBy(await workingChannels(tx, accounts), ({ accountId }) => accountId)
  const entries = written.flatMap(({ follow, notices }) =>
    (channels.get(follow.accountId) ?? []).flatMap(({ channelId }) =>
      notices.map(({ notice }) =>
        entryOf(kind, follow.topic, { ...follow, channelId, message: notice }, options),
      ),
    ),
  )
  const known = new Map(
    written.flatMap(({ follow: { topic }, notices }) =>
      notices.map(({ notice: { id, time }, key }) => [id, { id, topic, time, key }]),
    ),
  )
  await addToldNotices(tx, [...known.values()])
  return addToOutbox(tx, entries)
}
