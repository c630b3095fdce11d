import { NOTICE_KINDS, type WalletNotice } from '../../delivery/notices.ts'
import { PequodError } from '../../errors.ts'
import { FILL_USD } from '../../ledger/bounds.ts'
import { type Address, addressOf, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { as, type From, statement } from '../../store/engine/statement.ts'
import { everyUnreadSince, unreadPositions, unreadSince } from '../../store/ledger/ledger-changes.ts'
import { IS_SHOWN } from '../../store/opted-out.ts'
import { POSITIONS, TRADERS } from '../../store/tables.ts'
import type { FollowKind, LedgerLook, Notice } from '../follow.ts'
import { FOLLOWS } from '../follow-tables.ts'
import { outcomeNames, traderNames } from '../names.ts'
import { addNotices, growNotice, NEWS_SINCE } from '../notices.ts'
import { dollars, type RuleFields, type RulesOf, rulesInput } from '../rule-fields.ts'
import { meetsRules, priceProblems, TRADE_RULES, tradeWords } from '../trade-rules.ts'
import { DECISION_SECONDS, decide, type WalletDecision } from '../wallets/decide.ts'
import { walletEffects } from '../wallets/wallet-effects.ts'

const FIELDS = {
  minUsd: dollars(FILL_USD, {
    label: 'Trades of at least, $',
    default: 0,
    text: 'Minimum size of a decision in USD, {limits}.',
  }),
  ...TRADE_RULES,
  kinds: {
    type: 'choices',
    values: NOTICE_KINDS,
    unset: 'any',
    text: 'Kinds of decisions that send a notification.',
  },
} as const satisfies RuleFields

/** The decisions of a wallet that its follower is notified about. An empty list means any. */
export type WalletRules = RulesOf<typeof FIELDS>

/** A wallet. It notifies of decisions: opening, adding to, reducing or closing a position. */
export const WALLET: FollowKind<WalletRules, never, WalletDecision> = {
  name: 'wallet',
  title: 'Wallet',
  plural: 'wallets',
  limits: { FREE: 5, PRO: 200 },
  subject: {
    name: 'address',
    limits: { pattern: '^0[xX][0-9a-fA-F]{40}$', form: '0x and 40 hex digits in any case', anyCase: true },
    text: "The wallet's address, {limits}. It need not be in the ledger.",
    placeholder: '0x…',
    label: 'Wallet',
  },
  shown: { name: 'address', type: 'Address', text: 'The address of the wallet.' },
  text: 'A wallet, and the decisions that send a notification.',
  fields: FIELDS,
  input: rulesInput(FIELDS, priceProblems),
  async find(_sql, text) {
    const address = addressOf(text.toLowerCase())
    if (address === null)
      throw new PequodError('NOT_FOUND', `${text} is no address: give 0x and 40 hex digits.`)
    return address
  },
  usual: () => ({ minUsd: 1_000 }),
  words,
  wants({ rules, since }, { time, low, high, news }) {
    const isOfSize = rules.minUsd > (low ?? -1) && rules.minUsd <= (high ?? 0)
    return since <= time && isOfSize && isWanted(rules, news.notice) ? news.notice : null
  },
  about: ({ notice }) => notice.trader.address,
  group: (address) => `follow ${address}`,
  market: (message) =>
    'condition' in message && typeof message.condition === 'string' ? message.condition : null,
  async recent(sql, address, since) {
    const ids = await IDS.all(sql, { address })
    const { fresh, known } = await decideSince(
      sql,
      ids.map(({ id }) => id),
      since,
    )
    const all = [...known, ...fresh].filter(({ first }) => first.time >= since)
    return all.map(noticeOf).sort((a, b) => a.time - b.time || a.key - b.key)
  },
  async watchLedger(look) {
    const { fresh, grown } = await look.read((sql) => decideUnread(sql, look))
    if (fresh.length + grown.length === 0) return 0
    await look.write(async (tx) => {
      await addNotices(tx, fresh.map(noticeOf))
      for (const { decision, before } of grown)
        await growNotice(tx, { id: decision.id, news: decision, high: decision.sums.usd }, before)
    })
    return 0
  },
}

function noticeOf(decision: WalletDecision): Notice<WalletDecision> {
  const { id, first, sums, notice } = decision
  const topic = `${WALLET.name}:${notice.trader.address}`
  return { id, topic, time: first.time, key: first.key, low: null, high: sums.usd, news: decision }
}

/** Uses the index of traders on the address. */
const followedAddresses = (from: From) =>
  from(FOLLOWS).select(from.raw('substr(topic, 8)')).where('kind', 'wallet')
const ALL = statement((from) =>
  from(as(TRADERS, 't'))
    .select('t.id')
    .whereIn('t.address', followedAddresses(from))
    .where(from.raw(IS_SHOWN)),
)
const IDS = statement((from, { address }: { address: string }) =>
  from(as(TRADERS, 't')).select('t.id').where('t.address', address).where(from.raw(IS_SHOWN)),
)
const isFollowed = (from: From) =>
  from(as(FOLLOWS, 'f')).select(from.raw('1')).where(from.raw("f.topic = 'wallet:' || t.address"))
/** Those who did something themselves, and those who held what was resolved. */
const CHANGED = statement((from) =>
  unreadPositions(from, 'follows')
    .join(as(TRADERS, 't'), 't.id', 'c.trader_id')
    .select('t.id')
    .whereExists(isFollowed(from))
    .where(from.raw(IS_SHOWN))
    .union(
      unreadPositions(from, 'follows')
        .join(as(POSITIONS, 'p'), 'p.token_id', 'c.token_id')
        .join(as(TRADERS, 't'), 't.id', 'p.trader_id')
        .select('t.id')
        .where('c.trader_id', 0)
        .where('p.shares', '>', 0)
        .whereExists(isFollowed(from))
        .where(from.raw(IS_SHOWN)),
    ),
)

/** New decisions, and such that have grown, with their text as it was. */
async function decideUnread(sql: Sql, { earliest }: LedgerLook) {
  const since = await unreadSince(sql, 'follows')
  if (since === null) return { fresh: [], grown: [] }
  const from = Math.max(since, earliest)
  const isEvery = (await everyUnreadSince(sql, 'follows')) !== null
  const watched = await (isEvery ? ALL : CHANGED).all(sql)
  return decideSince(
    sql,
    watched.map(({ id }) => id),
    from,
  )
}

/** Decisions of some traders since a time that are new, the same that have grown, and those that were known. */
async function decideSince(sql: Sql, watched: readonly number[], from: Seconds) {
  const effects = await walletEffects(sql, watched, from)
  if (effects.length === 0) return { fresh: [], grown: [], known: [] }
  const outcomes = await outcomeNames(sql, [...new Set(effects.map(({ token }) => token))])
  const traders = await traderNames(sql, [...new Set(effects.map(({ trader }) => trader))])
  const { known, texts } = await decisionsSince(
    sql,
    [...traders.values()].map(({ address }) => address),
    from - DECISION_SECONDS,
  )
  const { fresh, grown } = decide(effects, known, { outcomes, traders })
  return {
    fresh,
    known,
    grown: grown.map(({ decision }) => ({ decision, before: texts.get(decision.id) ?? '' })),
  }
}

async function decisionsSince(sql: Sql, addresses: readonly Address[], since: Seconds) {
  const topics = addresses.map((address) => `${WALLET.name}:${address}`)
  const rows = await NEWS_SINCE.all(sql, { topics, since })
  return {
    known: rows.map(({ payload }): WalletDecision => JSON.parse(payload)),
    texts: new Map(rows.map(({ id, payload }) => [id, payload])),
  }
}

/** Returns whether a follower's rules match a decision, apart from its size. */
function isWanted(rules: WalletRules, { kind, price, category }: WalletNotice): boolean {
  const { kinds } = rules
  const side = kind === 'OPENED' || kind === 'ADDED' ? 'BUY' : 'SELL'
  return (kinds.length === 0 || kinds.includes(kind)) && meetsRules(rules, { side, price, category })
}

/** `trades of $1,000 or more that opened or closed a position in sports`. */
function words({ kinds, ...rules }: WalletRules): string {
  return tradeWords(kinds, rules)
}
