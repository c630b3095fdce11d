import { hash } from 'node:crypto'
import { MICRO } from '../ledger/quantities.ts'
import {
  type BoardNotice,
  type CrossingNotice,
  type DeliverableAlert,
  type HolderNotice,
  type JumpNotice,
  joinNotices,
  type MarketNotice,
  type ResolutionNotice,
  type RuleNotice,
  type ScreenEnd,
  type ScreenNotice,
  type StanceNotice,
  type TradeNotice,
  type WalletNotice,
} from './notices.ts'

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

/**
 * An alert or a notice as its reader sees it: times are ISO 8601, UTC, amounts dollars and shares, and prices dollars per
 * share, 0 to 1.
 */
export type Shown<Of> = {
  [name in keyof Of]: name extends 'time'
    ? string
    : Of[name] extends number | null
      ? number | Extract<Of[name], null>
      : Of[name]
}
export type ShownAlert = Shown<DeliverableAlert>
export type ShownNotice = Shown<WalletNotice>
export type ShownTradeNotice = Shown<TradeNotice>
export type ShownMarketNotice = Shown<MarketNotice>
export type ShownBoardNotice = Shown<BoardNotice>
export type ShownScreenNotice = Shown<ScreenNotice>
export type ShownScreenEnd = Shown<ScreenEnd>
export type ShownRuleNotice = Shown<RuleNotice>

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

/** Notices of a market, by kind. */
export type MarketMessage =
  | { type: 'market.price'; timestamp: string; data: Shown<CrossingNotice> }
  | { type: 'market.jump'; timestamp: string; data: Shown<JumpNotice> }
  | { type: 'market.resolved'; timestamp: string; data: Shown<ResolutionNotice> }
  | { type: 'market.holder'; timestamp: string; data: Shown<HolderNotice> }
  | { type: 'market.stance'; timestamp: string; data: Shown<StanceNotice> }

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
  return { type: 'whale.alert', timestamp: isoTime(alert.time), data: shownAlert(alert) }
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
    data: { ...data, alerts: largest.slice(0, MOST_LISTED).map(shownAlert) },
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
  if (isBoardNotice(notice)) return { type: 'leaderboard.change', timestamp, data: shown(notice) }
  if (isScreenEnd(notice)) return { type: 'screen.ended', timestamp, data: shown(notice) }
  if (isScreenNotice(notice)) return { type: 'screen.change', timestamp, data: shown(notice) }
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
  const lists = {
    decisions: decisions.slice(0, MOST_LISTED).map(shownNotice),
    trades: trades.slice(0, MOST_LISTED).map(shownTrade),
    markets: markets.slice(0, MOST_LISTED).map((one) => marketMessage(one).data),
    leaderboards: leaderboards.slice(0, MOST_LISTED).map((one) => shown(one)),
    screens: screens.slice(0, MOST_LISTED).map((one) => shown(one)),
    endedScreens: ended.slice(0, MOST_LISTED).map((one) => shown(one)),
    rules: rules.slice(0, MOST_LISTED).map(shownRule),
  }
  return { type: 'watchlist.digest', timestamp: to, data: { count, from, to, ...lists } }
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

/** The notice with its time as a text, and with decimals in place of the amounts of these names. */
function shown<Of extends { time: number }>(notice: Of, amounts: readonly (keyof Of)[] = []): Shown<Of> {
  const decimals = amounts.map((name) => [name, decimal(notice[name] as number | null)])
  return { ...notice, ...Object.fromEntries(decimals), time: isoTime(notice.time) } as Shown<Of>
}

function decimal(micro: number | null): number | null {
  return micro === null ? null : micro / MICRO
}

const shownAlert = (alert: DeliverableAlert) => shown(alert, ['price', 'usd', 'shares'])
const shownTrade = (trade: TradeNotice) => shown(trade, ['price', 'usd', 'shares'])
const shownNotice = (notice: WalletNotice) => shown(notice, ['price', 'usd', 'shares', 'realized', 'held'])

function shownRule(notice: RuleNotice): ShownRuleNotice {
  const deeds = notice.deeds.map((deed) => ({ ...deed, usd: deed.usd / MICRO }))
  return shown({ ...notice, deeds }, ['staked', 'received', 'net'])
}

function marketMessage(notice: MarketNotice): MarketMessage {
  const timestamp = isoTime(notice.time)
  switch (notice.kind) {
    case 'ROSE':
    case 'FELL':
      return { type: 'market.price', timestamp, data: shown(notice, ['level', 'price']) }
    case 'JUMPED':
      return { type: 'market.jump', timestamp, data: shown(notice, ['from', 'price']) }
    case 'RESOLVED': {
      const payouts = notice.payouts.map(({ outcome, price }) => ({ outcome, price: price / MICRO }))
      return { type: 'market.resolved', timestamp, data: shown({ ...notice, payouts }) }
    }
    case 'TURNED':
      return { type: 'market.stance', timestamp, data: shown(notice) }
    case 'HOLDS':
      return { type: 'market.holder', timestamp, data: shown(notice, ['shares']) }
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

/**
 * The id of a message, stable across attempts: `msg_` and 32 hex digits.
 * @param subject the alert's id, for a summary its first alert's, for a verification the challenge
 */
export function messageId(kind: MessageKind, subject: string, channelId: string): string {
  return `msg_${hash('sha256', `${kind}\n${channelId}\n${subject}`).slice(0, 32)}`
}
