import { PequodError } from '../../errors.ts'
import { exactCentsText } from '../../formats.ts'
import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import { MICRO, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { as, type From, statement } from '../../store/engine/statement.ts'
import { everyUnreadSince, unreadPositions } from '../../store/ledger/ledger-changes.ts'
import { readEvents } from '../../store/markets/market-facts.ts'
import { MARKET_EVENTS, MARKETS, TOKENS } from '../../store/tables.ts'
import type { FollowKind } from '../follow.ts'
import { FOLLOWS } from '../follow-tables.ts'
import { countedFollows } from '../followers.ts'
import { type FindNews, type FollowChange, lookAtMarkets } from '../markets/look-at-markets.ts'
import type { MarketChange, MarketFact } from '../markets/market-prices.ts'
import { newResolutions } from '../markets/market-resolutions.ts'
import { JUMP } from '../markets/market-rules.ts'
import {
  BEFORE_ALL,
  type MarketFollow,
  type MarketState,
  priceChanges,
  restsOn,
  stateBefore,
  stateFrom,
} from '../markets/price-changes.ts'
import { noticeId } from '../notices.ts'
import { dollars, type RuleFields, type RulesOf, rulesInput } from '../rule-fields.ts'

const FIELDS = {
  jump: dollars(JUMP, {
    default: null,
    unset: 'never',
    label: 'A market moves in a day by, ¢',
    text: 'Price change in USD per share of the first outcome of any of its markets, {limits}: notifies as for a market.',
  }),
} as const satisfies RuleFields

type EventRules = RulesOf<typeof FIELDS>

/** The start of the follow, and the last jumps sent, by market. */
interface EventState {
  since: Seconds
  markets: Record<string, MarketState>
}

/** An event with all its markets. It notifies of each market's resolution and of price jumps. */
export const EVENT: FollowKind<EventRules, EventState, MarketFact['news']> = {
  name: 'event',
  title: 'Event',
  plural: 'events',
  limits: { FREE: 2, PRO: 20 },
  subject: {
    name: 'event',
    limits: { minLength: 1, maxLength: TEXT_BOUNDS.slug },
    text: "The event's id or slug, {limits}.",
    placeholder: 'white-whale',
    label: 'Event, by its id or slug',
  },
  shown: { name: 'eventId', type: 'String', text: 'The id of the event.' },
  text: 'An event with all its markets. The resolution of each sends a notification; the rules add others.',
  fields: FIELDS,
  input: rulesInput(FIELDS),
  async find(sql, text, { at }) {
    const [event] = [
      ...(await readEvents(sql, 'source_id', [text], at)),
      ...(await readEvents(sql, 'slug', [text], at)),
    ]
    if (event !== undefined) return event.sourceId
    throw new PequodError('NOT_FOUND', `No event has the id or slug ${text}: copy one from a market.`)
  },
  usual: () => ({ jump: 0.1 }),
  words: ({ jump }) =>
    jump === null ? 'resolutions' : `moves of ${exactCentsText(jump / MICRO)} within a day, resolutions`,
  begin: async (_tx, { now }) => ({ since: now, markets: {} }),
  wants: ({ since }, { time, news }) => (since <= time ? news.message : null),
  group: (event) => `event ${event}`,
  watchLedger: async (look) =>
    lookAtMarkets(look, EVENT, await look.read((sql) => unreadMarkets(sql, look.earliest)), findNews),
  undoState({ since, markets }, _followed, key) {
    const left = Object.fromEntries(
      Object.entries(markets).map(([market, state]) => [market, stateBefore(state, since, key)]),
    )
    return { state: { since, markets: left }, key: newestOf(left) }
  },
}

function newestOf(markets: EventState['markets']): number | null {
  const key = Math.max(BEFORE_ALL, ...Object.values(markets).map((state) => restsOn(state) ?? BEFORE_ALL))
  return key === BEFORE_ALL ? null : key
}

const followedEvents = (from: From) =>
  from(FOLLOWS).select(from.raw('substr(topic, 7)')).where('kind', 'event')
const CHANGED = statement((from) =>
  unreadPositions(from, 'follows')
    .join(as(TOKENS, 'k'), 'k.id', 'c.token_id')
    .join(as(MARKETS, 'm'), 'm.condition_id', 'k.condition_id')
    .join(as(MARKET_EVENTS, 'e'), 'e.id', 'm.event_id')
    .select(
      'm.condition_id as market',
      'e.source_id as event',
      from.raw<{ since: Seconds }>('MIN(c.since) AS since'),
    )
    .whereIn('e.source_id', followedEvents(from))
    .groupBy('m.condition_id', 'e.source_id')
    .orderBy('m.condition_id'),
)
const ALL = statement((from) =>
  from(as(MARKET_EVENTS, 'e'))
    .join(as(MARKETS, 'm'), 'm.event_id', 'e.id')
    .select('m.condition_id as market', 'e.source_id as event')
    .whereIn('e.source_id', followedEvents(from))
    .orderBy('m.condition_id'),
)

/** Returns the markets of followed events that have new ledger events. */
async function unreadMarkets(sql: Sql, earliest: Seconds): Promise<MarketChange[]> {
  const every = await everyUnreadSince(sql, 'follows')
  const rows =
    every === null ? await CHANGED.all(sql) : (await ALL.all(sql)).map((row) => ({ ...row, since: every }))
  return rows.map(({ market, event, since }) => {
    return { market, topic: `${EVENT.name}:${event}`, from: Math.max(since, earliest) }
  })
}

const findNews: FindNews = async (sql, news, prices, isFirst) => {
  const topics = [...new Set(news.map(({ topic }) => topic))]
  const follows = Map.groupBy(
    await countedFollows<EventRules, EventState>(sql, topics, EVENT.limits.FREE),
    ({ topic }) => topic,
  )
  const changesOf = new Map(news.map((one) => [one.market, one]))
  const changes = new Map<string, FollowChange & { state: EventState }>()
  for (const one of prices.filter(({ outcome }) => outcome === 0)) {
    const { topic = '', from = 0 } = changesOf.get(one.market) ?? {}
    const own = (follows.get(topic) ?? []).filter(({ rules }) => rules.jump !== null)
    const asOfMarket = own.map((follow): MarketFollow => {
      const { since, markets } = stateOf(follow)
      const rules = {
        outcome: 0,
        above: null,
        below: null,
        holderShare: null,
        stance: false,
        ...follow.rules,
      }
      return { ...follow, rules, state: markets[one.condition] ?? stateFrom(since) }
    })
    for (const { follow: asked, notices, state } of await priceChanges(sql, one, asOfMarket, from)) {
      const follow = own[asOfMarket.indexOf(asked)]
      if (follow === undefined) continue
      const name = `${follow.accountId} ${topic}`
      const known = changes.get(name)
      const { since, markets } = known?.state ?? stateOf(follow)
      const all = { ...markets, [one.condition]: state }
      changes.set(name, {
        follow,
        notices: [...(known?.notices ?? []), ...notices],
        state: { since, markets: all },
        restsOn: newestOf(all),
      })
    }
  }
  const facts = isFirst ? (await newResolutions(sql, news)).map(ofEvent) : []
  return { changes: [...changes.values()], holders: [], facts }
}

function stateOf({ state, since }: { state: EventState | null; since: Seconds }): EventState {
  return state ?? { since, markets: {} }
}

/** Followers of the market itself have the same news under its own id. */
function ofEvent(fact: MarketFact): MarketFact {
  const id = noticeId(fact.topic, fact.id)
  return { ...fact, id, news: { ...fact.news, message: { ...fact.news.message, id } } }
}
