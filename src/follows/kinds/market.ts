import { PequodError, wrongArgument } from '../../errors.ts'
import { exactCentsText, percentOf } from '../../formats.ts'
import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import { MICRO, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { as, statement } from '../../store/engine/statement.ts'
import { everyUnreadSince, unreadPositions } from '../../store/ledger/ledger-changes.ts'
import { marketNamedBy, readMarkets, readOutcomes } from '../../store/markets/market-facts.ts'
import { CONDITIONS, TOKENS } from '../../store/tables.ts'
import type { FollowKind } from '../follow.ts'
import { FOLLOWS } from '../follow-tables.ts'
import { countedFollows, rulesOfTopic } from '../followers.ts'
import { type FindNews, type FollowChange, lookAtMarkets } from '../markets/look-at-markets.ts'
import { beginHolders, forgetHolders, holderChanges, retractHolders } from '../markets/market-holders.ts'
import type { MarketChange, MarketFact } from '../markets/market-prices.ts'
import { newResolutions } from '../markets/market-resolutions.ts'
import { MARKET_FIELDS, type MarketRules, SHARE_PARTS } from '../markets/market-rules.ts'
import { watchStances } from '../markets/market-stances.ts'
import { type MarketState, priceChanges, restsOn, stateBefore, stateFrom } from '../markets/price-changes.ts'
import { rulesInput } from '../rule-fields.ts'
import { beginKnown } from '../watch-cursor.ts'

/** A market. It notifies of its resolution, and by rules of its prices, holders and smart money. */
export const MARKET: FollowKind<MarketRules, MarketState, MarketFact['news']> = {
  name: 'market',
  title: 'Market',
  plural: 'markets',
  limits: { FREE: 5, PRO: 50 },
  subject: {
    name: 'market',
    limits: { minLength: 1, maxLength: TEXT_BOUNDS.slug },
    text: "The market's condition id or slug, {limits}.",
    placeholder: '0x…',
    label: 'Condition or slug',
  },
  shown: { name: 'condition', type: 'Hash', text: 'The condition id of the market.' },
  text: 'A market. Its resolution always sends a notification; the rules add others.',
  fields: MARKET_FIELDS,
  input: rulesInput(MARKET_FIELDS),
  async find(sql, text, { at }) {
    const { by, name } = marketNamedBy(text)
    // Several markets may have had a slug: the newest has it now.
    const [market] = await readMarkets(sql, by, [name], at)
    if (market !== undefined) return market.condition
    throw new PequodError(
      'NOT_FOUND',
      `No market has the condition id or slug ${text}: copy one from a response.`,
    )
  },
  async check(sql, condition, { outcome }) {
    const [market] = await readMarkets(sql, 'condition', [condition])
    const outcomes = market === undefined ? [] : await readOutcomes(sql, [market.id])
    if (outcomes.length === 0 || outcomes.some((one) => one.outcome === outcome)) return
    throw wrongArgument('outcome', `must be an index of the market's ${outcomes.length} outcomes`)
  },
  usual: (tier) => ({ jump: 0.1, ...(tier === 'PRO' && { stance: true }) }),
  words,
  async begin(tx, { topic, key, rules, now }) {
    const all = await rulesOfTopic<MarketRules>(tx, topic)
    const { outcome, holderShare, stance } = rules
    const isKnown = all.some((one) => one.outcome === outcome && one.holderShare !== null)
    if (holderShare !== null && !isKnown) await beginHolders(tx, { condition: key, outcome, now })
    if (stance) {
      const isAsked = all.some((one) => one.stance)
      await beginKnown(tx, topic, isAsked)
    }
    // Levels are armed at the next look, and prices before now make no jump.
    return stateFrom(now)
  },
  wants({ rules, since, tier }, { time, low, high, news }) {
    const { message, outcome } = news
    if (since > time) return null
    if (message.kind === 'TURNED') return rules.stance && tier === 'PRO' ? message : null
    if (message.kind !== 'HOLDS') return message
    const share = rules.outcome === outcome ? rules.holderShare : null
    return share !== null && share > (low ?? 0) && share <= (high ?? 0) ? message : null
  },
  about: ({ message }) => (message.kind === 'HOLDS' ? message.trader.address : null),
  group: (condition) => `market ${condition}`,
  watchLedger: async (look) =>
    lookAtMarkets(look, MARKET, await look.read((sql) => unreadMarkets(sql, look.earliest)), findNews),
  watchSnapshot: watchStances,
  undoState(state, since, key) {
    const left = stateBefore(state, since, key)
    return { state: left, key: restsOn(left) }
  },
  undo: retractHolders,
  forget: forgetHolders,
}

const UNREAD = statement((from) =>
  unreadPositions(from, 'follows')
    .join(as(TOKENS, 'k'), 'k.id', 'c.token_id')
    .join(as(CONDITIONS, 'm'), 'm.id', 'k.condition_id')
    .select('m.id as market', 'm.condition', from.raw<{ since: Seconds }>('MIN(c.since) AS since'))
    .whereExists(
      from(as(FOLLOWS, 'f')).select(from.raw('1')).where(from.raw("f.topic = 'market:' || m.condition")),
    )
    .groupBy('m.id', 'm.condition')
    .orderBy('m.id'),
)
const FOLLOWED = statement((from) =>
  from(as(CONDITIONS, 'm'))
    .select('m.id as market', 'm.condition')
    .whereIn('m.condition', from(FOLLOWS).select(from.raw('substr(topic, 8)')).where('kind', 'market'))
    .orderBy('m.id'),
)

/** Returns the followed markets that have new events. */
async function unreadMarkets(sql: Sql, earliest: Seconds): Promise<MarketChange[]> {
  const every = await everyUnreadSince(sql, 'follows')
  const rows =
    every === null
      ? await UNREAD.all(sql)
      : (await FOLLOWED.all(sql)).map((row) => ({ ...row, since: every }))
  return rows.map(({ market, condition, since }) => {
    return { market, topic: `${MARKET.name}:${condition}`, from: Math.max(since, earliest) }
  })
}

const findNews: FindNews = async (sql, news, prices, isFirst) => {
  const topics = news.map(({ topic }) => topic)
  const all = await countedFollows<MarketRules, MarketState>(sql, topics, MARKET.limits.FREE)
  const follows = Map.groupBy(all, ({ topic, rules }) => outcomeName(topic, rules.outcome))
  const changesOf = new Map(news.map((one) => [one.market, one]))
  const changes: FollowChange[] = []
  for (const one of prices) {
    const { topic = '', from = 0 } = changesOf.get(one.market) ?? {}
    const own = follows.get(outcomeName(topic, one.outcome)) ?? []
    if (own.length === 0) continue
    for (const change of await priceChanges(sql, one, own, from))
      changes.push({ ...change, restsOn: restsOn(change.state) })
  }
  // Holders and facts do not depend on fills, so the first part has them all.
  if (!isFirst) return { changes, holders: [], facts: [] }
  const asked = (topic: string, outcome: number) =>
    follows.get(outcomeName(topic, outcome))?.some(({ rules }) => rules.holderShare !== null) === true
  const holders = await holderChanges(sql, news, asked)
  return { changes, holders, facts: await newResolutions(sql, news) }
}

function outcomeName(topic: string, outcome: number): string {
  return `${topic} ${outcome}`
}

/** `a rise to 60¢, resolution`. */
function words({ outcome, above, below, jump, holderShare, stance }: MarketRules): string {
  const prices = [
    ...(above === null ? [] : [`a rise to ${exactCentsText(above / MICRO)}`]),
    ...(below === null ? [] : [`a fall to ${exactCentsText(below / MICRO)}`]),
    ...(jump === null ? [] : [`moves of ${exactCentsText(jump / MICRO)} within a day`]),
    ...(holderShare === null ? [] : [`holders of ${percentOf(holderShare / SHARE_PARTS, { most: 4 })}`]),
  ]
  // Most follows are of the first outcome, whose price pages show.
  const which = outcome === 0 || prices.length === 0 ? '' : `of outcome ${outcome}: `
  return `${which}${[...prices, ...(stance ? ['smart money changing sides'] : []), 'resolution'].join(', ')}`
}
