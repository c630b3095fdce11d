import type { Seconds } from '../../ledger/quantities.ts'
import type { Database, Sql } from '../engine/database.ts'
import { as, known, statement } from '../engine/statement.ts'
import { TOKENS } from '../tables.ts'
import { MARKET_FOLLOWS, MARKET_NEWS } from './watchlist-tables.ts'

/** A followed market of which something came. */
export interface MarketNews {
  /** The condition's id in the store. */
  market: number
  /** The time of the earliest event that is to be looked at. */
  from: Seconds
}

const ANY_FOLLOW = statement((from) => from(MARKET_FOLLOWS).select('account_id').limit(1))
const FOLLOWED = statement((from, { tokens }: { tokens: readonly number[] }) =>
  from(as(TOKENS, 'k'))
    .select('k.id as token', known('k.condition_id as market'))
    .whereAnyOf('k.id', 'int', tokens)
    .whereExists(
      from(as(MARKET_FOLLOWS, 'f')).select(from.raw('1')).whereColumn('f.condition_id', 'k.condition_id'),
    ),
)

/**
 * Notes, in the transaction that appends them, of which followed markets events came.
 * @param earliest the time of the earliest event of each token
 */
export async function noteMarketNews(tx: Sql, earliest: ReadonlyMap<number, Seconds>): Promise<void> {
  if (earliest.size === 0 || (await ANY_FOLLOW.get(tx)) === undefined) return
  const since = new Map<number, Seconds>()
  for (const { token, market } of await FOLLOWED.all(tx, { tokens: [...earliest.keys()] })) {
    const time = earliest.get(token) ?? 0
    since.set(market, Math.min(time, since.get(market) ?? time))
  }
  // In one order, here and wherever rows are held: whoever waits for another then never waits for each other.
  const markets = [...since.keys()].sort((a, b) => a - b)
  const columns = {
    condition_id: markets,
    since: markets.map((market) => since.get(market) ?? 0),
  }
  await tx.upsert(MARKET_NEWS, columns, markets.length, { since: 'min' })
}

const ANY_NEWS = statement((from) => from(MARKET_NEWS).select('condition_id').limit(1))
const TAKE = statement((from, given: { name: string; after: number; limit: number }) => {
  const next = from(MARKET_NEWS)
    .select('condition_id')
    .where('condition_id', '>', given.after)
    .orderBy('condition_id')
    .limit(given.limit)
  // A row that is held is being added to, or taken.
  const free = from.dialect === 'postgres' ? next.forUpdate().skipLocked() : next
  return from(MARKET_NEWS)
    .whereIn('condition_id', free)
    .update({
      taken: from.raw('CASE WHEN taken IS NULL OR taken > since THEN COALESCE(since, taken) ELSE taken END'),
      taken_by: given.name,
      since: null,
    })
    .returning(['condition_id', 'taken'])
})

/**
 * Takes what came of the next markets since the last look, with what a look took that never ended; what comes from now on is
 * for the next one.
 * @param name of this look
 * @param after only markets after this one
 * @returns at most `limit` markets, by id; fewer where there are no more
 */
export async function takeMarketNews(
  db: Database,
  name: string,
  after: number,
  limit: number,
): Promise<MarketNews[]> {
  // Most looks find nothing, and should keep nobody from writing.
  if ((await ANY_NEWS.get(db)) === undefined) return []
  const rows = await db.transaction((tx) => TAKE.all(tx, { name, after, limit }))
  return rows
    .map(({ conditionId: market, taken }) => ({ market, from: taken ?? 0 }))
    .sort((a, b) => a.market - b.market)
}

const LOCK = statement((from, { markets }: { markets: readonly number[] }) =>
  from(MARKET_NEWS)
    .select('condition_id as market')
    .whereAnyOf('condition_id', 'int', markets)
    .orderBy('condition_id')
    .forUpdate(),
)

/**
 * Holds markets that a look has taken until the transaction ends: no block is taken back meanwhile, and no other look writes
 * what it found of them.
 * @returns those of which something is still to be looked at
 */
export async function lockNews(tx: Sql, markets: readonly number[]): Promise<Set<number>> {
  return new Set((await LOCK.all(tx, { markets })).map(({ market }) => market))
}

const RELEASE = statement((from, { name, markets }: { name: string; markets: readonly number[] }) =>
  from(MARKET_NEWS)
    .where('taken_by', name)
    .whereAnyOf('condition_id', 'int', markets)
    .update({ taken: null, taken_by: null }),
)
const DROP_LOOKED_AT = statement((from, { markets }: { markets: readonly number[] }) =>
  from(MARKET_NEWS).whereNull('since').whereNull('taken').whereAnyOf('condition_id', 'int', markets).delete(),
)

/** Ends a look at some markets; where another one took more of one meanwhile, that one ends it. */
export async function endMarketNews(tx: Sql, name: string, markets: readonly number[]): Promise<void> {
  await LOCK.all(tx, { markets })
  await RELEASE.run(tx, { name, markets })
  await DROP_LOOKED_AT.run(tx, { markets })
}

const LOCK_ALL = statement((from) =>
  from(MARKET_NEWS).select('condition_id').orderBy('condition_id').forUpdate(),
)

/** Waits, in the transaction that takes blocks back, for looks that are writing: what they wrote is there when this returns. */
export async function awaitLooks(tx: Sql): Promise<void> {
  await LOCK_ALL.all(tx)
}
