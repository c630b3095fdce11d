import type { MicroUsd } from '../../ledger/quantities.ts'
import { LEADERBOARDS } from '../../metrics/leaderboards.ts'
import type { SavedScreen } from '../../screens/screens.ts'
import { foldName } from '../../store/ledger/names.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { accountOf } from '../accounts/own-account.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { LOOK_AT_ALL, sliced } from '../kit/cost/query-cost.ts'
import { CUTOFF } from '../kit/cutoff.ts'
import { valuesOf } from '../kit/enums.ts'
import { LIST_LIMITS } from '../kit/limits/known-limits.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import { EventRef, type Market, type MarketEvent, MarketRef, marketsById } from '../kit/market-page.ts'
import { eventEnd, isUpTo } from '../kit/paging/page-slice.ts'
import { findLeaderboard, type Leaderboard } from '../leaderboards/find-leaderboard.ts'
import { LeaderboardType } from '../leaderboards/leaderboard.ts'
import { eventsByVolume } from '../markets/event.ts'
import { SavedScreenType } from '../screen/saved-screens.ts'
import { TraderType } from '../traders/trader.ts'
import { findTraders } from '../traders/trader-fields.ts'
import { type TradeNode, TradeType, tradeNodes } from '../traders/trades/trade.ts'

const USUAL_ROWS = 10
const MOST_ROWS = 20
/** Markets, events and traders each that are looked at: those of the largest volume among all that fit. */
const LOOKED_AT = 50

/** Trades of a transaction that are read; the chain has no transaction of more. */
const MOST_TRADES = 1_000

/** A condition, or the hash of a transaction. */
const HASH = /^0x[0-9a-f]{64}$/

/** How well a result fits, best first. */
const MATCHES = {
  WHOLE: 'The whole name, address, question or title, or the whole hash of the transaction.',
  START: 'The start of the address, or every word at the start of a word.',
  INSIDE: 'Every word somewhere inside.',
} as const
type Match = keyof typeof MATCHES
/** Matches, best first. */
export const MATCH_ORDER = Object.keys(MATCHES) as readonly Match[]

type Found = TraderProfile | Market | MarketEvent | Leaderboard | TradeNode | SavedScreen

interface Hit {
  found: Found
  match: Match
  /** Volume over all time, or a trade's own; null for a leaderboard or a screen, and while it is unknown. */
  size: MicroUsd | null
  snapshot: Snapshot
}

const MatchEnum = builder.enumType('SearchMatch', {
  description: 'How well a result of a search fits.',
  values: valuesOf<Match>(MATCHES),
})

const SearchResultType = builder.unionType('SearchResult', {
  description: 'A result of a search: what has a page of its own, or a trade.',
  types: [TraderType, MarketRef, EventRef, LeaderboardType, TradeType, SavedScreenType],
  resolveType: (value) => {
    if ('definition' in value) return 'Leaderboard'
    if ('page' in value) return 'Market'
    if ('reads' in value) return 'Trade'
    if ('isPublic' in value) return 'SavedScreen'
    return 'row' in value ? 'Trader' : 'Event'
  },
})

const SearchHitType = builder.objectRef<Hit>('SearchHit').implement({
  description: 'A result of a search, with how well it fits.',
  fields: (t) => ({
    match: t.of(MatchEnum, 'match', 'How well it fits.'),
    volume: t.amount('size', {
      nullable: true,
      description:
        'Volume over all time, of a trade its own value: it orders equal matches. Unit: USD. Null for a leaderboard or a screen, and while unknown.',
    }),
    cutoff: t.field({ ...CUTOFF, resolve: ({ snapshot }) => snapshot.cutoff }),
    result: t.of(SearchResultType, 'found', 'The trader, market, event, leaderboard, trade or screen.'),
  }),
})

builder.queryField('search', (t) =>
  t.field({
    type: [SearchHitType],
    complexity: sliced(
      { assumedSize: USUAL_ROWS, slicingArguments: ['first'], own: LOOK_AT_ALL },
      () => LIST_LIMITS.rows,
    ),
    description: `Traders, markets, events, leaderboards and the caller's screens by name, address or id, and trades by transaction, in one list: the better match first, then the larger volume. An event with the title of its market is found as the market. The ${LOOKED_AT} of each kind with the largest volume are compared.`,
    countsCall: () => true,
    args: {
      query: t.arg.string({
        required: true,
        limits: { maxLength: LIST_LIMITS.query },
        description:
          'Words of a name, question or title, the start of an address, a condition, or the hash of a transaction, {limits}; case and accents are ignored.',
      }),
      first: t.arg.int({
        defaultValue: USUAL_ROWS,
        limits: { minimum: 1, maximum: MOST_ROWS },
        description: `Results, from {limits}. Default: ${USUAL_ROWS}.`,
      }),
    },
    resolve: (_root, { query, first }, context) => search(query, first ?? USUAL_ROWS, context),
  }),
)

async function search(query: string, first: number, context: RequestContext): Promise<Hit[]> {
  const wanted = foldName(query)
  if (wanted === '') return []
  const snapshot = await context.snapshot()
  const lists = await Promise.all([
    traderHits(wanted, snapshot, context),
    marketHits(wanted, snapshot, context),
    boardHits(wanted, context),
    tradeHits(wanted, first, snapshot, context),
    screenHits(wanted, snapshot, context),
  ])
  return lists
    .flat()
    .sort(
      (a, b) =>
        MATCH_ORDER.indexOf(a.match) - MATCH_ORDER.indexOf(b.match) || (b.size ?? -1) - (a.size ?? -1),
    )
    .slice(0, first)
}

/** Traders with a trade by name or address, and any wallet of the ledger by its whole address. */
async function traderHits(wanted: string, snapshot: Snapshot, context: RequestContext): Promise<Hit[]> {
  const { traders } = await context.reader.search(snapshot, wanted, LOOKED_AT, null)
  const { profiles } = context.loaders(snapshot)
  const listed = await Promise.all(traders.map((row) => (row === null ? null : profiles.load(row.id))))
  const named =
    /^0x[0-9a-f]{40}$/.test(wanted) && listed.length === 0 ? await findTraders([wanted], context) : []
  return [...listed, ...named].flatMap((value): Hit[] => {
    if (value === null) return []
    const { address, username } = value.row
    const match =
      address === wanted
        ? 'WHOLE'
        : (matchOf(username, wanted) ?? (address.startsWith(wanted) ? 'START' : null))
    return match === null ? [] : [{ found: value, match, size: value.numbers.volume, snapshot }]
  })
}

/** Markets by words, by condition, and their events by words of their titles. */
async function marketHits(wanted: string, snapshot: Snapshot, context: RequestContext): Promise<Hit[]> {
  const { marketStore } = context.reader
  const list = await marketStore.list(snapshot, snapshot.cutoff.time)
  const isCondition = HASH.test(wanted)
  const fitting = isCondition
    ? (await marketStore.markets('condition', [wanted], snapshot.ledgerVersion)).map(({ id }) => ({
        market: id,
        event: null,
      }))
    : await marketStore.search(wanted)
  const rows = list.select('VOLUME', { among: new Set(fitting.map(({ market }) => market)) })
  const top = Array.from({ length: Math.min(LOOKED_AT, rows.count) }, (_, i) => rows.at(i))
  const events = eventsByVolume(list, {
    category: null,
    wanted: new Set(
      fitting.flatMap(({ market, event }) => (event !== null && list.has(market) ? event : [])),
    ),
  }).slice(0, LOOKED_AT)
  const [markets, facts] = await Promise.all([
    marketsById(
      top.map(({ market }) => market),
      snapshot,
      context,
    ),
    marketStore.events(
      'id',
      events.map(([event]) => event),
      snapshot.ledgerVersion,
    ),
  ])
  const found = top.flatMap(({ market, volume }): Hit[] => {
    const value = markets.get(market)
    const match = isCondition ? 'WHOLE' : matchOf(value?.question ?? null, wanted)
    return value && match ? [{ found: value, match, size: known(volume), snapshot }] : []
  })
  const byId = new Map(facts.map((one) => [one.id, one]))
  const questions = new Set([...markets.values()].map((one) => one?.question))
  const titled = events.flatMap(([event, volume]): Hit[] => {
    const own = byId.get(event)
    const match = matchOf(own?.title ?? null, wanted)
    // An event of one market has the title of its market, which is found already.
    if (own === undefined || match === null || questions.has(own.title)) return []
    return [{ found: { facts: own, snapshot }, match, size: known(volume), snapshot }]
  })
  return [...found, ...titled]
}

async function boardHits(wanted: string, context: RequestContext): Promise<Hit[]> {
  const hits = LEADERBOARDS.flatMap(({ id, tab, period }) => {
    const match = id === wanted ? 'WHOLE' : matchOf(`${tab.title} ${period.title} ${period.wire}`, wanted)
    return match === null ? [] : [{ id, match }]
  })
  const boards = await Promise.all(
    hits.map(({ id }) => findLeaderboard({ name: id, asOf: null, window: null, category: null }, context)),
  )
  return boards.flatMap((value, i): Hit[] => {
    const match = hits[i]?.match
    return value && match ? [{ found: value, match, size: null, snapshot: value.snapshot }] : []
  })
}

async function tradeHits(
  wanted: string,
  first: number,
  snapshot: Snapshot,
  context: RequestContext,
): Promise<Hit[]> {
  if (!HASH.test(wanted)) return []
  const trades = await context.reader.trades.ofTransaction(Buffer.from(wanted.slice(2), 'hex'), MOST_TRADES)
  const end = eventEnd(snapshot)
  const largest = trades
    .filter((trade) => isUpTo(trade, end))
    .sort((a, b) => b.usd - a.usd || a.key - b.key)
    .slice(0, first)
  return tradeNodes(largest, snapshot, context).map((found) => ({
    found,
    match: 'WHOLE',
    size: found.event.usd,
    snapshot,
  }))
}

/** The caller's own screens by name, the oldest first. */
async function screenHits(wanted: string, snapshot: Snapshot, context: RequestContext): Promise<Hit[]> {
  const account = await accountOf(context)
  const own = account === null ? [] : await context.screens.list(account.id)
  return own.flatMap((found): Hit[] => {
    const match = matchOf(found.name, wanted)
    return match === null ? [] : [{ found, match, size: null, snapshot }]
  })
}

function known(volume: MicroUsd): MicroUsd | null {
  return volume < 0 ? null : volume
}

/**
 * How well a text fits; null where a word is not in it.
 * @param wanted folded words
 */
export function matchOf(text: string | null, wanted: string): Match | null {
  if (text === null) return null
  const folded = foldName(text)
  if (folded === wanted) return 'WHOLE'
  const words = wanted.split(/\s+/)
  if (!words.every((word) => folded.includes(word))) return null
  const starts = (word: string) => {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1))
      if (at === 0 || /[^\p{L}\p{N}]$/u.test(folded.slice(Math.max(0, at - 2), at))) return true
    return false
  }
  return words.every(starts) ? 'START' : 'INSIDE'
}
