import { MICRO } from '../ledger/quantities.ts'
import { type BoardNotice, joinNotices, type ScreenEnd, type ScreenNotice } from './notices/board-notice.ts'
import type { DeliverableAlert } from './notices/deliverable-alert.ts'
import type {
  CrossingNotice,
  HolderNotice,
  JumpNotice,
  MarketNotice,
  ResolutionNotice,
  StanceNotice,
} from './notices/market-notice.ts'
import type { RuleNotice } from './notices/rule-notice.ts'
import type { TradeNotice } from './notices/trade-notice.ts'
import type { Standing, WalletNotice } from './notices/wallet-notice.ts'

/**
 * The subject of a message: one alert, several by one trader, a followed wallet's decision, several notices, the
 * confirmation of a channel, or a test.
 */
export type MessageKind = 'ALERT' | 'SUMMARY' | 'NOTICE' | 'NOTICES' | 'VERIFY' | 'TEST'

/** The body of a webhook's message; other channels render it. Amounts are decimals. */
export type Message =
  | { type: 'whale.alert'; timestamp: string; data: ShownAlert }
  | { type: 'whale.summary'; timestamp: string; data: ShownSummary }
  | { type: 'wallet.decision'; timestamp: string; data: ShownNotice }
  | { type: 'tape.trade'; timestamp: string; data: ShownTradeNotice }
  | MarketMessage
  | { type: 'leaderboard.change'; timestamp: string; data: ShownBoardNotice }
  | { type: 'screen.change'; timestamp: string; data: ShownScreenNotice }
  | { type: 'screen.ended'; timestamp: string; data: ShownScreenEnd }
  | { type: 'rule.news'; timestamp: string; data: ShownRuleNotice }
  | { type: 'watchlist.digest'; timestamp: string; data: ShownDigest }
  | { type: 'channel.verification'; timestamp: string; data: { challenge: string } }
  | { type: 'channel.test'; timestamp: string; data: Record<string, never> }

export interface ShownAlert extends Standing {
  id: string
  /** ISO 8601, UTC. */
  time: string
  trader: { address: string; name: string | null }
  side: 'BUY' | 'SELL'
  condition: string | null
  outcome: string | null
  question: string | null
  category: string | null
  /** Dollars per share, 0 to 1. */
  price: number
  usd: number
  shares: number
  tx: string | null
  qualifying: readonly string[]
}

/** Alerts by one trader within a minute. */
export interface ShownSummary {
  trader: { address: string; name: string | null }
  /** All of them; `alerts` holds up to {@link MOST_LISTED}. */
  count: number
  /** Dollars in total. */
  usd: number
  from: string
  to: string
  /** The largest first. */
  alerts: readonly ShownAlert[]
}

/** A followed wallet's decision, as its follower reads it. */
export interface ShownNotice
  extends Omit<WalletNotice, 'time' | 'shares' | 'usd' | 'price' | 'realized' | 'held'> {
  /** ISO 8601, UTC. */
  time: string
  shares: number
  usd: number
  /** Dollars per share, 0 to 1; null without shares. */
  price: number | null
  /** Dollars; null for incoming shares. */
  realized: number | null
  /** Shares held afterwards. */
  held: number
}

export interface ShownTradeNotice extends Omit<TradeNotice, 'time' | 'shares' | 'usd' | 'price'> {
  /** ISO 8601, UTC. */
  time: string
  shares: number
  usd: number
  /** Dollars per share, 0 to 1; null without shares. */
  price: number | null
}

/** Notices of a market, by kind. */
export type MarketMessage =
  | { type: 'market.price'; timestamp: string; data: Shown<CrossingNotice> }
  | { type: 'market.jump'; timestamp: string; data: Shown<JumpNotice> }
  | { type: 'market.resolved'; timestamp: string; data: Shown<ResolutionNotice> }
  | { type: 'market.holder'; timestamp: string; data: Shown<HolderNotice> }
  | { type: 'market.stance'; timestamp: string; data: Shown<StanceNotice> }

/** A notice of a market as its follower reads it: times are ISO 8601, UTC, and prices dollars per share, 0 to 1. */
export type Shown<Of extends MarketNotice> = Omit<Of, 'time'> & { time: string }
export type ShownMarketNotice = MarketMessage['data']

/** Traders who entered and left the top of a followed leaderboard, as its follower reads it. */
export interface ShownBoardNotice extends Omit<BoardNotice, 'time'> {
  /** ISO 8601, UTC. */
  time: string
}

/** Traders who entered and left the top of a followed screen, as its follower reads it. */
export interface ShownScreenNotice extends Omit<ScreenNotice, 'time'> {
  /** ISO 8601, UTC. */
  time: string
}

/** The end of a screen's follow, as its follower reads it. */
export interface ShownScreenEnd extends Omit<ScreenEnd, 'time'> {
  /** ISO 8601, UTC. */
  time: string
}

/** News of a followed rule, as its follower reads it: amounts are dollars. */
export interface ShownRuleNotice extends Omit<RuleNotice, 'time'> {
  /** ISO 8601, UTC. */
  time: string
}

/**
 * Several notices: of one wallet, market, leaderboard, screen or rule or of large trades within a minute, or all that quiet hours held
 * back.
 */
export interface ShownDigest {
  /** All of them; each list holds up to {@link MOST_LISTED}. */
  count: number
  from: string
  to: string
  /** The oldest first. */
  decisions: readonly ShownNotice[]
  /** Large trades, the oldest first. */
  trades: readonly ShownTradeNotice[]
  /** Notices of followed markets, the oldest first. */
  markets: readonly ShownMarketNotice[]
  /** One for each leaderboard, with all of its changes. */
  leaderboards: readonly ShownBoardNotice[]
  /** One for each screen, with all of its changes. */
  screens: readonly ShownScreenNotice[]
  /** Follows of screens that ended. */
  endedScreens: readonly ShownScreenEnd[]
  /** News of followed rules, the oldest first. */
  rules: readonly ShownRuleNotice[]
}

/** Receivers refuse larger bodies. */
const MOST_LISTED = 50

/** The message of one alert. */
export function alertMessage(alert: DeliverableAlert): Message {
  return { type: 'whale.alert', timestamp: isoTime(alert.time), data: shown(alert) }
}

/** The message of several alerts by one trader, at least one. */
export function summaryMessage(alerts: readonly [DeliverableAlert, ...DeliverableAlert[]]): Message {
  const times = alerts.map(({ time }) => time)
  const [{ trader }] = alerts
  const [from, to] = [isoTime(Math.min(...times)), isoTime(Math.max(...times))]
  const largest = alerts.toSorted((a, b) => b.usd - a.usd || (a.id < b.id ? -1 : 1))
  const usd = alerts.reduce((sum, alert) => sum + alert.usd, 0) / MICRO
  const data = { trader, count: alerts.length, usd, from, to }
  return {
    type: 'whale.summary',
    timestamp: to,
    data: { ...data, alerts: largest.slice(0, MOST_LISTED).map(shown) },
  }
}

export type Notice =
  | WalletNotice
  | TradeNotice
  | MarketNotice
  | BoardNotice
  | ScreenNotice
  | ScreenEnd
  | RuleNotice

/** The message of a follow's notice. */
export function noticeMessage(notice: Notice): Message {
  const timestamp = isoTime(notice.time)
  if (isMarketNotice(notice)) return marketMessage(notice)
  if (isBoardNotice(notice)) return { type: 'leaderboard.change', timestamp, data: withIsoTime(notice) }
  if (isScreenEnd(notice)) return { type: 'screen.ended', timestamp, data: withIsoTime(notice) }
  if (isScreenNotice(notice)) return { type: 'screen.change', timestamp, data: withIsoTime(notice) }
  if (isRuleNotice(notice)) return { type: 'rule.news', timestamp, data: shownRule(notice) }
  if (isTradeNotice(notice)) return { type: 'tape.trade', timestamp, data: shownTrade(notice) }
  return { type: 'wallet.decision', timestamp, data: shownNotice(notice) }
}

/** The message of several notices, at least one. */
export function noticesMessage(notices: readonly [Notice, ...Notice[]]): Message {
  const ordered = notices.toSorted((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1))
  const times = notices.map(({ time }) => time)
  const [from, to] = [isoTime(Math.min(...times)), isoTime(Math.max(...times))]
  const decisions = ordered.filter(isWalletNotice)
  const trades = ordered.filter(isTradeNotice)
  const markets = ordered.filter(isMarketNotice)
  const leaderboards = joinedTops(ordered.filter(isBoardNotice), ({ leaderboard }) => leaderboard)
  const screens = joinedTops(ordered.filter(isScreenNotice), ({ screen }) => screen)
  const ended = ordered.filter(isScreenEnd)
  const rules = ordered.filter(isRuleNotice)
  const count = [decisions, trades, markets, leaderboards, screens, ended, rules].flat().length
  const [only] = [...leaderboards, ...screens, ...ended, ...rules]
  if (only !== undefined && count === 1) return noticeMessage(only)
  const shown = {
    decisions: decisions.slice(0, MOST_LISTED).map(shownNotice),
    trades: trades.slice(0, MOST_LISTED).map(shownTrade),
    markets: markets.slice(0, MOST_LISTED).map((one) => marketMessage(one).data),
    leaderboards: leaderboards.slice(0, MOST_LISTED).map(withIsoTime),
    screens: screens.slice(0, MOST_LISTED).map(withIsoTime),
    endedScreens: ended.slice(0, MOST_LISTED).map(withIsoTime),
    rules: rules.slice(0, MOST_LISTED).map(shownRule),
  }
  return { type: 'watchlist.digest', timestamp: to, data: { count, from, to, ...shown } }
}

/** One notice for each top, with all of its changes. */
function joinedTops<Of extends BoardNotice | ScreenNotice>(
  ordered: readonly Of[],
  listOf: (notice: Of) => string,
): Of[] {
  const tops = Map.groupBy(ordered, (notice) => `${listOf(notice)} ${notice.top}`)
  return [...tops.values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : [joinNotices([first, ...more])],
  )
}

function isWalletNotice(notice: Notice): notice is WalletNotice {
  return 'causes' in notice
}

function isTradeNotice(notice: Notice): notice is TradeNotice {
  return 'fills' in notice
}

function isMarketNotice(notice: Notice): notice is MarketNotice {
  return 'condition' in notice && !isWalletNotice(notice) && !isTradeNotice(notice)
}

function isBoardNotice(notice: Notice): notice is BoardNotice {
  return 'leaderboard' in notice
}

function isScreenEnd(notice: Notice): notice is ScreenEnd {
  return 'ended' in notice
}

function isScreenNotice(notice: Notice): notice is ScreenNotice {
  return 'screen' in notice && 'entered' in notice
}

function isRuleNotice(notice: Notice): notice is RuleNotice {
  return 'deeds' in notice
}

function shownRule({ staked, received, net, deeds, ...notice }: RuleNotice): ShownRuleNotice {
  return {
    ...withIsoTime(notice),
    staked: staked / MICRO,
    received: received / MICRO,
    net: net === null ? null : net / MICRO,
    deeds: deeds.map((deed) => ({ ...deed, usd: deed.usd / MICRO })),
  }
}

function withIsoTime<Of extends { time: number }>({
  time,
  ...notice
}: Of): Omit<Of, 'time'> & { time: string } {
  return { ...notice, time: isoTime(time) }
}

function marketMessage(notice: MarketNotice): MarketMessage {
  const time = isoTime(notice.time)
  switch (notice.kind) {
    case 'ROSE':
    case 'FELL': {
      const prices = { level: notice.level / MICRO, price: notice.price / MICRO }
      return { type: 'market.price', timestamp: time, data: { ...notice, time, ...prices } }
    }
    case 'JUMPED': {
      const prices = { from: notice.from / MICRO, price: notice.price / MICRO }
      return { type: 'market.jump', timestamp: time, data: { ...notice, time, ...prices } }
    }
    case 'RESOLVED': {
      const payouts = notice.payouts.map(({ outcome, price }) => ({ outcome, price: price / MICRO }))
      return { type: 'market.resolved', timestamp: time, data: { ...notice, time, payouts } }
    }
    case 'TURNED':
      return { type: 'market.stance', timestamp: time, data: { ...notice, time } }
    case 'HOLDS': {
      const shares = notice.shares / MICRO
      return { type: 'market.holder', timestamp: time, data: { ...notice, time, shares } }
    }
  }
}

function shownTrade({ time, shares, usd, price, ...notice }: TradeNotice): ShownTradeNotice {
  return {
    ...notice,
    time: isoTime(time),
    shares: shares / MICRO,
    usd: usd / MICRO,
    price: price === null ? null : price / MICRO,
  }
}

function shownNotice({ time, shares, usd, price, realized, held, ...notice }: WalletNotice): ShownNotice {
  return {
    ...notice,
    time: isoTime(time),
    shares: shares / MICRO,
    usd: usd / MICRO,
    held: held / MICRO,
    price: price === null ? null : price / MICRO,
    realized: realized === null ? null : realized / MICRO,
  }
}

/** The message that asks a channel's owner to confirm it. */
export function verificationMessage(challenge: string, now: number): Message {
  return { type: 'channel.verification', timestamp: new Date(now).toISOString(), data: { challenge } }
}

/** A test message. */
export function testMessage(now: number): Message {
  return { type: 'channel.test', timestamp: new Date(now).toISOString(), data: {} }
}

function shown({ time, price, usd, shares, ...alert }: DeliverableAlert): ShownAlert {
  return { ...alert, time: isoTime(time), price: price / MICRO, usd: usd / MICRO, shares: shares / MICRO }
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString()
}

/** The trader of a digest whose decisions are all one trader's in one market; null for any other. */
export function soleTrader({ count, decisions }: ShownDigest): ShownNotice['trader'] | null {
  const [first] = decisions
  const isSole = decisions.every(
    ({ trader, condition }) =>
      trader.address === first?.trader.address && condition !== null && condition === first.condition,
  )
  return first !== undefined && isSole && decisions.length === count ? first.trader : null
}

/** Parses a stored body. Only this service writes bodies, and they never change. */
export function readMessage(body: string): Message {
  return JSON.parse(body)
}
