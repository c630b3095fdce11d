import { z } from 'zod'
import type { TradeNotice } from '../../delivery/notices.ts'
import { wrongArgument } from '../../errors.ts'
import { FILL_USD, TEXT_BOUNDS } from '../../ledger/bounds.ts'
import { MICRO, type Seconds } from '../../ledger/quantities.ts'
import { pagesBehind, type Sql } from '../../store/engine/database.ts'
import { as, statement } from '../../store/engine/statement.ts'
import { POSITION_CHANGES } from '../../store/ingest/whole-trade-rows.ts'
import { unreadSince } from '../../store/ledger/ledger-changes.ts'
import type { PlaceBound } from '../../store/ledger/place.ts'
import { IS_SHOWN } from '../../store/opted-out.ts'
import { LARGE_FILL, TRADERS, WHOLE_TRADES } from '../../store/tables.ts'
import type { FollowKind, LedgerLook, Notice } from '../follow.ts'
import { FOLLOWS, WATCH_CURSOR } from '../follow-tables.ts'
import { tradeNotices, undoFilters, watchFilters } from '../markets/trade-notices.ts'
import { addNotices, keyOf } from '../notices.ts'
import { dollars, type RuleFields, type RulesOf, rulesInput } from '../rule-fields.ts'
import {
  filterFollow,
  filterWords,
  meetsRules,
  priceProblems,
  TRADE_RULES,
  tradeWords,
} from '../trade-rules.ts'
import { MARKET } from './market.ts'

/** The key of every market. */
export const EVERY = 'all'
/** The key of a filter: a hash in place of its text. */
const FILTER = /^filter-[\w-]{22}$/
/** Trades that one look reads at a time. */
const PAGE = 1_000
/** A maker's side of a match: the taker's counts each dollar once. */
const MAKER = 0

const FIELDS = {
  minUsd: dollars(
    { minimum: LARGE_FILL / MICRO, maximum: FILL_USD.maximum },
    {
      label: 'Trades of at least, $',
      default: 10_000 * MICRO,
      text: 'Minimum size of a trade in USD, {limits}.',
    },
  ),
  ...TRADE_RULES,
  change: {
    type: 'choices',
    values: POSITION_CHANGES,
    unset: 'any',
    text: "Effects on the trader's position that send a notification.",
  },
} as const satisfies RuleFields

interface TradesRules extends RulesOf<typeof FIELDS> {
  /** A filter as the list of trades reads it, in place of the other rules. */
  where?: Record<string, unknown> | undefined
}

/** Large trades of all markets, or of one, or those that a filter selects. */
export const TRADES: FollowKind<TradesRules, null, TradeNotice> = {
  name: 'trades',
  title: 'Trades',
  plural: 'trades',
  limits: { FREE: 2, PRO: 20 },
  subject: {
    name: 'trades',
    limits: { minLength: 1, maxLength: TEXT_BOUNDS.slug },
    text: 'The word `all`, or the condition id or slug of a market, {limits}. With `where` it is `all`, or the name that the follow has.',
    placeholder: EVERY,
    label: 'all, or a market by its condition or slug',
  },
  shown: {
    name: 'trades',
    type: 'String',
    text: 'The word `all`, the condition id of the market, or `filter-` and a hash of the filter.',
  },
  takesTrades: true,
  text: 'Large trades, of all markets or of one, or those that the list of trades has for a filter. A match counts once, by its taker, and the fills of a transaction are one trade.',
  fields: FIELDS,
  input: z.intersection(
    rulesInput(FIELDS, (rules) => [
      ...priceProblems(rules),
      ...(rules.minUsd < LARGE_FILL ? [{ name: 'minUsd', message: 'must be at least 1000' }] : []),
    ]),
    z.object({ where: z.record(z.string(), z.unknown()).optional() }),
  ),
  async find(sql, text, by) {
    if (FILTER.test(text)) return text
    return text.toLowerCase() === EVERY ? EVERY : MARKET.find(sql, text, by)
  },
  async check(_sql, key, { where }) {
    if (FILTER.test(key) && (!where || filterFollow(where).key !== key))
      throw wrongArgument('where', 'must be the filter that the topic is of')
  },
  usual: () => ({ minUsd: 10_000 }),
  words: ({ change, where, ...rules }) => (where ? filterWords(where) : tradeWords(change, rules)),
  async begin(tx, { topic, rules, now }) {
    const place: PlaceBound = { time: now, key: Number.MIN_SAFE_INTEGER }
    if (rules.where)
      await tx.insertNew(WATCH_CURSOR, { topic: [topic], state: [JSON.stringify(place)], version: [null] }, 1)
    return null
  },
  wants({ rules, since }, { time, news }) {
    const { change, minUsd } = rules
    const isOfChange = change.length === 0 || change.includes(news.change)
    return since <= time && news.usd >= minUsd && isOfChange && meetsRules(rules, news) ? news : null
  },
  about: ({ trader }) => trader.address,
  group: (key) => `trades ${key}`,
  market: (message) =>
    'condition' in message && typeof message.condition === 'string' ? message.condition : null,
  recent: async (sql, key, since) => {
    const notices: Notice<TradeNotice>[] = []
    for await (const page of noticesSince(sql, new Set([key]), since)) notices.push(...page)
    return notices
  },
  async watchLedger(look) {
    const keys = new Set((await FOLLOWED.all(look.db)).map(({ topic }) => keyOf(topic)))
    if (keys.size > 0) await tellTrades(look, keys)
    return 0
  },
  watchSnapshot: (look) => watchFilters(look, TRADES),
  undo: undoFilters,
}

const FOLLOWED = statement((from) => from(FOLLOWS).distinct('topic').where('kind', 'trades'))

async function tellTrades(look: LedgerLook, keys: ReadonlySet<string>): Promise<void> {
  const notices = await look.read(async (sql) => {
    const since = await unreadSince(sql, 'follows')
    const found: Notice<TradeNotice>[] = []
    if (since === null) return found
    for await (const page of noticesSince(sql, keys, Math.max(since, look.earliest))) found.push(...page)
    return found
  })
  if (notices.length > 0) await look.write((tx) => addNotices(tx, notices))
}

interface After {
  time: Seconds
  key: number
}

const NEWER = statement((from, { time, key }: After) =>
  from(as(WHOLE_TRADES, 'w'))
    .join(as(TRADERS, 't'), 't.id', 'w.trader_id')
    .select(
      'w.key',
      'w.time',
      'w.token_id',
      'w.trader_id',
      'w.side',
      'w.shares',
      'w.usd',
      'w.fills',
      'w.change',
      'w.role',
    )
    .where(from.raw('(w.time, w.key) > (?, ?)', [time, key]))
    .where(from.raw(IS_SHOWN))
    .orderBy('w.time')
    .orderBy('w.key')
    .limit(PAGE),
)

/** Notices of the trades from a time on for some keys, oldest first, page by page. */
async function* noticesSince(
  sql: Sql,
  keys: ReadonlySet<string>,
  since: Seconds,
): AsyncGenerator<Notice<TradeNotice>[]> {
  const before: After = { time: since, key: Number.MIN_SAFE_INTEGER }
  for await (const rows of pagesBehind(PAGE, before, (last) => NEWER.all(sql, last)))
    yield await tradeNotices(
      sql,
      rows.filter(({ role }) => role !== MAKER),
      (condition) => [EVERY, condition ?? ''].filter((key) => keys.has(key)),
    )
}
