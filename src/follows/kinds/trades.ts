import type { TradeNotice } from '../../delivery/notices/trade-notice.ts'
import { FILL_USD, TEXT_BOUNDS } from '../../ledger/bounds.ts'
import { MICRO, mulDivFloor, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { as, statement } from '../../store/engine/statement.ts'
import { POSITION_CHANGES } from '../../store/ingest/whole-trade-rows.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import { unreadSince } from '../../store/ledger/ledger-changes.ts'
import { hashText } from '../../store/ledger/place.ts'
import { IS_SHOWN } from '../../store/opted-out.ts'
import { LARGE_FILL, TRADERS, WHOLE_TRADES } from '../../store/tables.ts'
import type { FollowKind, LedgerLook, Notice } from '../follow.ts'
import { FOLLOWS } from '../follow-tables.ts'
import { outcomeNames, traderNames } from '../names.ts'
import { noticeId } from '../notice-id.ts'
import { addNotices, keyOf } from '../notices.ts'
import { dollars, type RuleFields, type RulesOf, rulesInput } from '../rule-fields.ts'
import { meetsRules, priceProblems, TRADE_RULES, tradeWords } from '../trade-rules.ts'
import { MARKET } from './market.ts'

/** The key of every market. */
const EVERY = 'all'
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

type TradesRules = RulesOf<typeof FIELDS>

/** Large trades of all markets, or of one. */
export const TRADES: FollowKind<TradesRules, never, TradeNotice> = {
  name: 'trades',
  title: 'Trades',
  plural: 'trades',
  limits: { FREE: 2, PRO: 20 },
  subject: {
    name: 'trades',
    limits: { minLength: 1, maxLength: TEXT_BOUNDS.slug },
    text: 'The word `all`, or the condition id or slug of a market, {limits}.',
    placeholder: EVERY,
    label: 'all, or a market by its condition or slug',
  },
  shown: { name: 'trades', type: 'String', text: 'The word `all`, or the condition id of the market.' },
  text: 'Large trades, of all markets or of one. A match counts once, by its taker, and the fills of a transaction are one trade.',
  fields: FIELDS,
  input: rulesInput(FIELDS, (rules) => [
    ...priceProblems(rules),
    ...(rules.minUsd < LARGE_FILL ? [{ name: 'minUsd', message: 'must be at least 1000' }] : []),
  ]),
  find: async (sql, text, by) => (text.toLowerCase() === EVERY ? EVERY : MARKET.find(sql, text, by)),
  usual: () => ({ minUsd: 10_000 }),
  words: ({ change, ...rules }) => tradeWords(change.join(', ').toLowerCase() || 'all', rules),
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
      'w.token_id as token',
      'w.trader_id as trader',
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
  let after: After = { time: since, key: Number.MIN_SAFE_INTEGER }
  for (;;) {
    const rows = await NEWER.all(sql, after)
    yield await noticesOf(
      sql,
      keys,
      rows.filter(({ role }) => role !== MAKER),
    )
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last
  }
}

type Row = Awaited<ReturnType<typeof NEWER.all>>[number]

async function noticesOf(
  sql: Sql,
  keys: ReadonlySet<string>,
  all: readonly Row[],
): Promise<Notice<TradeNotice>[]> {
  const outcomes = await outcomeNames(sql, [...new Set(all.map(({ token }) => token))])
  const keysOf = ({ token }: Row) =>
    [EVERY, outcomes.get(token)?.condition ?? ''].filter((key) => keys.has(key))
  const rows = all.filter((row) => keysOf(row).length > 0)
  const traders = await traderNames(sql, [...new Set(rows.map(({ trader }) => trader))])
  const hashes = await ledgerOf(sql).fillHashes(rows.map(({ key }) => key))
  return rows.flatMap((row) => {
    const { key, time, token, side, shares, usd, fills, change } = row
    const trader = traders.get(row.trader)
    if (trader === undefined) return []
    const { outcome, question, slug, condition, category } = { ...UNNAMED, ...outcomes.get(token) }
    const { address, name } = trader
    return keysOf(row).map((of): Notice<TradeNotice> => {
      const topic = `${TRADES.name}:${of}`
      const news: TradeNotice = {
        id: noticeId(topic, key),
        time,
        trader: { address, name },
        side: side === 0 ? 'BUY' : 'SELL',
        change: POSITION_CHANGES[change] ?? 'OPENED',
        outcome,
        question,
        slug,
        condition,
        category,
        shares,
        usd,
        price: shares === 0 ? null : mulDivFloor(usd, MICRO, shares),
        fills,
        tx: hashText(hashes.get(key)?.tx ?? null),
      }
      return { id: news.id, topic, time, key, low: null, high: null, news }
    })
  })
}

const UNNAMED = { outcome: null, question: null, slug: null, condition: null, category: null }
