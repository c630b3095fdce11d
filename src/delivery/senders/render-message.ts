import {
  centsText,
  exactCentsText,
  minuteText,
  momentText,
  moneyText,
  percentText,
  plural,
  sharesText,
  shortAddress,
  wonText,
} from '../../formats.ts'
import {
  type MarketMessage,
  type Message,
  type ShownAlert,
  type ShownBoardNotice,
  type ShownDigest,
  type ShownMarketNotice,
  type ShownNotice,
  type ShownRuleNotice,
  type ShownScreenEnd,
  type ShownScreenNotice,
  type ShownTradeNotice,
  soleTrader,
} from '../message.ts'
import type { BoardMove, Standing, TraderRecord } from '../notices.ts'
import { messageLink, stopLink } from './message-link.ts'

export interface RenderedMessage {
  /** One line. */
  subject: string
  /** Plain text of at most {@link LONGEST_TEXT} characters. */
  text: string
}

/** A message for services with a card format of their own. */
export interface MessageCard {
  title: string
  lines: readonly string[]
  /** At most nine. */
  facts: readonly { name: string; value: string }[]
  /** Null for a message without a trade of one side. */
  side: 'BUY' | 'SELL' | null
  /** ISO 8601. Null for a message without a moment. */
  time: string | null
}

/** Telegram's limit of a message. */
const LONGEST_TEXT = 4_096
/** Alerts of a summary listed one by one. */
const LISTED = 10
/** Payouts of a resolution listed one by one. */
const PAYOUTS = 6

/**
 * A message in plain words: one line for lists of messages, and a text.
 * @param publicUrl the service's origin, for the links at the end of the text; null: none
 */
export function renderMessage(message: Message, publicUrl: string | null): RenderedMessage {
  const { subject, lines } = partsOf(message)
  const [link, stop] = [messageLink(message, publicUrl), stopLink(message, publicUrl)]
  const end = `${link === null || link === stop ? '' : `\n${link}`}${stop === null ? '' : `\nChange or stop: ${stop}`}`
  const text = lines.join('\n')
  const longest = LONGEST_TEXT - end.length
  const cut = text.length > longest ? `${text.slice(0, longest - 1)}…` : text
  return { subject: oneLine(subject).slice(0, 200), text: cut + end }
}

/** A message as a title, lines and facts; each a single line of plain text. */
export function messageCard(message: Message): MessageCard {
  if (message.type === 'wallet.decision') return noticeCard(message.data)
  if (message.type === 'tape.trade') return tradeCard(message.data)
  if (isMarketMessage(message)) return marketCard(message.data)
  if (message.type === 'leaderboard.change' || message.type === 'screen.change') return topCard(message.data)
  if (message.type !== 'whale.alert') {
    const { subject, lines } = partsOf(message)
    return {
      title: subject,
      lines: lines.filter((line) => line !== subject),
      facts: [],
      side: null,
      time: null,
    }
  }
  const { qualifying, side } = message.data
  return tradedCard(message.data, deedOf(message.data), side, [
    { name: 'On the boards', value: qualifying.join(', ') },
  ])
}

/** The card of an alert, a decision or a trade. @param own the facts of its kind */
function tradedCard(
  traded: ShownAlert | ShownNotice | ShownTradeNotice,
  deed: string,
  side: MessageCard['side'],
  own: MessageCard['facts'],
): MessageCard {
  const { trader, question, usd, price, shares, time, tx } = traded
  return {
    title: `${nameOf(trader)} ${deed}`,
    lines: question === null ? [] : [oneLine(question)],
    facts: [
      { name: 'Size', value: moneyText(usd) },
      ...(price === null ? [] : [{ name: 'Price', value: centsText(price) }]),
      { name: 'Shares', value: sharesText(shares) },
      ...own,
      ...standingFacts(traded),
      { name: 'Trader', value: trader.address },
      ...transactionFacts(tx),
    ],
    side,
    time,
  }
}

function noticeCard(notice: ShownNotice): MessageCard {
  const { realized, held } = notice
  return tradedCard(notice, decisionOf(notice), sideOf(notice), [
    ...(realized === null ? [] : [{ name: 'Realized', value: moneyText(realized, { isSigned: true }) }]),
    { name: 'Now holds', value: `${sharesText(held)} shares` },
  ])
}

function tradeCard(trade: ShownTradeNotice): MessageCard {
  const position = { name: 'Position', value: trade.change.toLowerCase() }
  return tradedCard(trade, deedOf(trade), trade.side, [position])
}

function isMarketMessage(message: Message): message is MarketMessage {
  return message.type.startsWith('market.')
}

function marketCard(notice: ShownMarketNotice): MessageCard {
  const { question, time, tx } = notice
  return {
    title: marketNewsOf(notice),
    lines: question === null ? [] : [oneLine(question)],
    facts: [...marketFacts(notice), ...standingFacts(notice), ...transactionFacts(tx)],
    side: null,
    time,
  }
}

function topCard(notice: ShownTop): MessageCard {
  const facts = 'leaderboard' in notice ? [{ name: 'Leaderboard', value: notice.leaderboard }] : []
  return { title: changeOf(notice), lines: moveLines(notice), facts, side: null, time: notice.time }
}

function marketFacts(notice: ShownMarketNotice): MessageCard['facts'] {
  switch (notice.kind) {
    case 'ROSE':
    case 'FELL':
      return [
        { name: 'Price', value: priceBeside(notice) },
        { name: 'Your level', value: exactCentsText(notice.level) },
      ]
    case 'JUMPED':
      return [
        { name: 'Price', value: centsText(notice.price) },
        { name: 'Within the past 24 hours', value: centsText(notice.from) },
      ]
    case 'RESOLVED':
      return notice.payouts
        .slice(0, PAYOUTS)
        .map(({ outcome, price }, i) => ({ name: outcomeName(outcome, i), value: centsText(price) }))
    case 'TURNED':
      return [
        { name: 'Share of its value', value: percentText(notice.share) },
        { name: 'Members in the market', value: String(notice.members) },
      ]
    case 'HOLDS':
      return [
        { name: 'Share of the supply', value: percentText(notice.share) },
        { name: 'Shares', value: sharesText(notice.shares) },
        { name: 'Trader', value: notice.trader.address },
      ]
  }
}

function sideOf({ kind }: ShownNotice): MessageCard['side'] {
  if (kind === 'RESOLVED') return null
  return kind === 'OPENED' || kind === 'ADDED' ? 'BUY' : 'SELL'
}

function partsOf(message: Message): { subject: string; lines: string[] } {
  if (message.type === 'channel.verification') return verificationParts(message.data.challenge)
  if (message.type === 'channel.test') return testParts()
  if (message.type === 'whale.alert' || message.type === 'wallet.decision' || message.type === 'tape.trade') {
    const traded = message.data
    const subject = `${nameOf(traded.trader)} ${'causes' in traded ? decisionOf(traded) : deedOf(traded)}`
    return { subject, lines: tradedLines(traded, subject) }
  }
  if (isMarketMessage(message)) {
    const { question, time, tx } = message.data
    const subject = marketNewsOf(message.data)
    const lines = [
      subject,
      ...(question === null ? [] : [oneLine(question)]),
      ...('trader' in message.data
        ? [
            `${sharesText(message.data.shares)} shares · ${momentText(time)}`,
            `Trader ${message.data.trader.address}`,
          ]
        : [momentText(time)]),
      ...standingLines(message.data),
      ...(tx === null ? [] : [`Transaction ${tx}`]),
    ]
    return { subject, lines }
  }
  if (message.type === 'leaderboard.change' || message.type === 'screen.change') {
    const { data } = message
    const subject = changeOf(data)
    const list = 'leaderboard' in data ? [`Leaderboard ${data.leaderboard}`] : []
    return { subject, lines: [subject, ...moveLines(data), momentText(data.time), ...list] }
  }
  if (message.type === 'screen.ended') {
    const subject = endOf(message.data)
    return { subject, lines: [subject, momentText(message.data.time)] }
  }
  if (message.type === 'rule.news') {
    const subject = ruleNewsOf(message.data)
    return { subject, lines: [subject, ...deedLines(message.data), momentText(message.data.time)] }
  }
  if (message.type === 'watchlist.digest') {
    const { count, from, to, decisions, trades, markets, leaderboards, screens, endedScreens, rules } =
      message.data
    const subject =
      marketSum(message.data) ??
      tradeSum(message.data) ??
      ([trades, markets, leaderboards, screens, endedScreens, rules].flat().length === 0
        ? `${count} decisions by wallets you follow`
        : `${count} notifications about your follows`)
    // A record of one trader is shown once.
    const record = soleTrader(message.data) === null ? undefined : decisions.find((one) => one.record)?.record
    const shown = [
      ...decisions.map(({ record: own, ...one }) => {
        const standing = record === undefined && own !== undefined ? { ...one, record: own } : one
        return `• ${nameOf(one.trader)} ${decisionOf(one)}${marketOf(one)}${standingOf(standing)}`
      }),
      ...trades.map((one) => `• ${nameOf(one.trader)} ${deedOf(one)}${marketOf(one)}${standingOf(one)}`),
      ...markets.map((one) => `• ${marketNewsOf(one)}${marketOf(one)}${standingOf(one)}`),
      ...[...leaderboards, ...screens].map((one) => `• ${changeOf(one)}`),
      ...endedScreens.map((one) => `• ${endOf(one)}`),
      ...rules.map((one) => `• ${ruleNewsOf(one)}`),
    ].slice(0, LISTED)
    const rest = count - shown.length
    return {
      subject,
      lines: [
        subject,
        minutesOf(from, to),
        ...standingLines(record === undefined ? {} : { record }),
        '',
        ...shown,
        ...(rest > 0 ? [`… and ${rest} more`] : []),
      ],
    }
  }
  const { trader, count, usd, from, to, alerts } = message.data
  const subject = `${nameOf(trader)}: ${count} whale alerts, ${moneyText(usd)}`
  const rest = count - Math.min(LISTED, alerts.length)
  // All are by one trader, so the record is shown once.
  const { record } = alerts.find((one) => one.record !== undefined) ?? {}
  const listed = alerts
    .slice(0, LISTED)
    .map(({ record: _, ...alert }) => `• ${deedOf(alert)}${marketOf(alert)}${standingOf(alert)}`)
  const more = rest > 0 ? [`… and ${rest} more`] : []
  return {
    subject,
    lines: [
      subject,
      minutesOf(from, to),
      trader.address,
      ...standingLines(record === undefined ? {} : { record }),
      '',
      ...listed,
      ...more,
    ],
  }
}

/** `queequeg: 4 buys of Yes, $61,200, 55–61¢`; null for several traders or markets. */
function marketSum(digest: ShownDigest): string | null {
  const trader = soleTrader(digest)
  if (trader === null) return null
  const deeds = Map.groupBy(digest.decisions, (one) => `${sideOf(one)} ${one.outcome}`)
  const said = [...deeds.values()].map((list) => {
    const [{ outcome = null } = {}] = list
    const side = list[0] === undefined ? null : sideOf(list[0])
    const word = side === null ? 'resolution' : side === 'BUY' ? 'buy' : 'sale'
    const of = outcome === null ? 'an outcome' : oneLine(outcome)
    const usd = list.reduce((sum, one) => sum + one.usd, 0)
    return `${list.length} ${word}${list.length === 1 ? '' : 's'} of ${of}, ${moneyText(usd)}${priceSpan(list)}`
  })
  return `${nameOf(trader)}: ${said.join('; ')}`
}

/** `4 large trades, $61,200`; null where the digest has anything else. */
function tradeSum({ count, trades }: ShownDigest): string | null {
  if (trades.length === 0 || trades.length < count) return null
  return `${count} large trades, ${moneyText(trades.reduce((sum, { usd }) => sum + usd, 0))}`
}

/** `, 55–61¢`. */
function priceSpan(list: readonly ShownNotice[]): string {
  const prices = list.flatMap(({ price }) => (price === null ? [] : [price]))
  if (prices.length === 0) return ''
  const [low, high] = [centsText(Math.min(...prices)), centsText(Math.max(...prices))]
  return low === high ? `, ${low}` : `, ${low.replace('¢', '')}–${high}`
}

function verificationParts(code: string) {
  const subject = 'Confirm this channel for whale alerts'
  return {
    subject,
    lines: [
      `Your code is ${code}.`,
      'Someone requested whale alerts at this address. If it was you, enter the code within an hour.',
      'If not, ignore this message: nothing more will be sent.',
    ],
  }
}

function testParts() {
  const subject = 'A test of this channel for whale alerts'
  return {
    subject,
    lines: ['Alerts will arrive here. Someone signed in to your account requested this message.'],
  }
}

function tradedLines(traded: ShownAlert | ShownNotice | ShownTradeNotice, subject: string): string[] {
  const { trader, question, tx } = traded
  return [
    subject,
    ...(question === null ? [] : [oneLine(question)]),
    ...ownLines(traded),
    ...standingLines(traded),
    `Trader ${trader.address}`,
    ...(tx === null ? [] : [`Transaction ${tx}`]),
  ]
}

/** The lines that only alerts, only decisions or only trades have. */
function ownLines(traded: ShownAlert | ShownNotice | ShownTradeNotice): string[] {
  const [shares, time] = [sharesText(traded.shares), momentText(traded.time)]
  if ('fills' in traded) {
    const { fills, change } = traded
    return [`${shares} shares in ${plural(fills, 'fill')} · position ${change.toLowerCase()} · ${time}`]
  }
  if ('qualifying' in traded)
    return [`${shares} shares · ${time}`, `On the boards: ${traded.qualifying.join(', ')}`]
  const { held, realized } = traded
  const gain = realized === null ? '' : ` · realized ${moneyText(realized, { isSigned: true })}`
  return [`${shares} shares · ${time}`, `Now holds ${sharesText(held)} shares${gain}`]
}

function transactionFacts(tx: string | null): { name: string; value: string }[] {
  return tx === null ? [] : [{ name: 'Transaction', value: tx }]
}

/** The price now and the trader's record, each on a line where it is known. */
function standingLines(standing: Standing): string[] {
  return standingFacts(standing).map(({ name, value }) => `${name}: ${value}`)
}

function standingFacts({ priceNow, record }: Standing): { name: string; value: string }[] {
  return [
    ...(priceNow === undefined ? [] : [{ name: 'Price now', value: centsText(priceNow) }]),
    ...(record === undefined ? [] : [{ name: 'Record', value: recordOf(record) }]),
  ]
}

/** ` (now 58¢ · +$44,950 over all time, won 61%, skilled)`, or nothing. */
function standingOf({ priceNow, record }: Standing): string {
  const said = [
    ...(priceNow === undefined ? [] : [`now ${centsText(priceNow)}`]),
    ...(record === undefined ? [] : [recordOf(record)]),
  ]
  return said.length === 0 ? '' : ` (${said.join(' · ')})`
}

const VERDICTS = { SKILLED: 'skilled', UNSKILLED: 'unskilled', CANNOT_TELL: "can't be told from luck" }

/** `+$44,950 over all time, won 61% of 103 decided bets, skilled`. */
function recordOf({ profit, wins = 0, losses = 0, verdict }: TraderRecord): string {
  return [
    `${moneyText(profit, { isSigned: true })} over all time`,
    ...(wins + losses === 0 ? [] : [`won ${wonText({ wins, losses }, ' decided bets')}`]),
    ...(verdict === undefined ? [] : [VERDICTS[verdict]]),
  ].join(', ')
}

const DECISIONS = {
  OPENED: 'opened',
  ADDED: 'added to',
  REDUCED: 'reduced',
  CLOSED: 'closed',
} satisfies Partial<Record<ShownNotice['kind'], string>>

/** Follows the wallet's name: `opened Yes for $1,200 at 54¢`. */
function decisionOf({ kind, outcome, usd, price }: ShownNotice): string {
  const what = outcome === null ? 'an outcome' : oneLine(outcome)
  const at = price === null ? '' : ` at ${centsText(price)}`
  return kind === 'RESOLVED'
    ? `held ${what} to its resolution: ${moneyText(usd)}${at}`
    : `${DECISIONS[kind]} ${what} for ${moneyText(usd)}${at}`
}

/** `Yes rose to 61¢ (your level: 60¢)`. */
function marketNewsOf(notice: ShownMarketNotice): string {
  const what = notice.outcome === null ? 'An outcome' : oneLine(notice.outcome)
  switch (notice.kind) {
    case 'ROSE':
    case 'FELL':
      return `${what} ${notice.kind === 'ROSE' ? 'rose' : 'fell'} to ${priceBeside(notice)} (your level: ${exactCentsText(notice.level)})`
    case 'JUMPED': {
      const way = notice.price > notice.from ? 'jumped' : 'dropped'
      return `${what} ${way} from ${centsText(notice.from)} to ${centsText(notice.price)} within a day`
    }
    case 'RESOLVED':
      return notice.payouts.some(({ price }) => price === 1)
        ? `Resolved: ${notice.outcome === null ? 'an outcome' : what} won`
        : `Resolved: ${sharesOf(notice.payouts)}`
    case 'TURNED': {
      const before = notice.before === null ? '' : `, after ${oneLine(notice.before)}`
      return `Smart money switched to ${notice.outcome === null ? 'the other outcome' : what}: ${percentText(notice.share)} of its value${before}`
    }
    case 'HOLDS':
      return `${nameOf(notice.trader)} holds ${percentText(notice.share)} of ${notice.outcome === null ? 'an outcome' : what}`
  }
}

/** A price beside a level: a level between cents would look missed by a price of whole ones. */
function priceBeside({ price, level }: { price: number; level: number }): string {
  return Number.isInteger(Math.round(level * 1e6) / 1e4) ? centsText(price) : exactCentsText(price)
}

/** Payouts of a market that several outcomes share: `Yes 50¢, No 50¢`. */
function sharesOf(payouts: readonly { outcome: string | null; price: number }[]): string {
  const paid = payouts.map((one, i) => ({ ...one, name: outcomeName(one.outcome, i) }))
  return paid
    .filter(({ price }) => price > 0)
    .slice(0, PAYOUTS)
    .map(({ name, price }) => `${name} ${centsText(price)}`)
    .join(', ')
}

function outcomeName(outcome: string | null, index: number): string {
  return outcome === null ? `Outcome ${index + 1}` : oneLine(outcome)
}

type ShownTop = ShownBoardNotice | ShownScreenNotice

/** `queequeg entered the top 10 of Profit and loss, 7 days`. */
function changeOf({ title, top, entered, left }: ShownTop): string {
  const of = `the top ${top} of ${oneLine(title)}`
  const [one] = [...entered, ...left]
  if (one === undefined) return `There was no net change in ${of}`
  if (entered.length + left.length === 1)
    return `${nameOf(one)} ${entered.length === 1 ? 'entered' : 'left'} ${of}`
  const said = [
    ...(entered.length > 0 ? [`${entered.length} entered`] : []),
    ...(left.length > 0 ? [`${left.length} left`] : []),
  ]
  return `${said.join(' and ')} ${of}`
}

function endOf({ title, trades, ended }: ShownScreenEnd): string {
  const deed = ended === 'DELETED' ? 'was deleted' : 'was made private by its owner'
  if (trades !== null)
    return `Your follow of trades${trades === '' ? '' : ` (${oneLine(trades)})`} has ended: its screen ${deed}`
  const screen = title === null ? 'A screen that you followed' : `The screen ${oneLine(title)}`
  return `${screen} ${deed}: your follow of it has ended`
}

/** `Top 20 of pnl-all bought 3 copies for $300 and closed 2 for $150`. */
function ruleNewsOf(notice: ShownRuleNotice): string {
  const { title, day, bought, staked, missed, closed, received, corrected, net, hasEnded } = notice
  const said = [
    ...(bought > 0 ? [`bought ${plural(bought, 'copy', 'copies')} for ${moneyText(staked)}`] : []),
    ...(closed > 0 ? [`closed ${closed} for ${moneyText(received)}`] : []),
    ...(missed > 0 ? [`missed ${missed}`] : []),
    ...(corrected > 0 ? [`took back ${plural(corrected, 'entry', 'entries')}`] : []),
    ...(hasEnded ? ['has ended'] : []),
  ]
  const result = net === null ? '' : `; ${moneyText(net, { isSigned: true })} since its registration`
  return `${oneLine(title)}${day === null ? '' : ` on ${day}`} ${said.join(', ')}${result}`
}

function deedLines({ bought, closed, deeds }: ShownRuleNotice): string[] {
  const words = { BOUGHT: 'bought', SOLD: 'sold', PAID: 'was paid for' } as const
  const lines = deeds.map(({ did, outcome, question, usd }) => {
    const what = outcome === null ? 'an outcome' : oneLine(outcome)
    return `• ${words[did]} ${what} for ${moneyText(usd)}${marketOf({ question })}`
  })
  const rest = bought + closed - lines.length
  return rest > 0 ? [...lines, `… and ${rest} more`] : lines
}

function moveLines({ entered, left }: ShownTop): string[] {
  const was = ({ previousRank }: BoardMove) => (previousRank === null ? '' : `, was ${previousRank}`)
  const lines = [
    ...entered.map((one) => `• ${nameOf(one)} entered at ${one.rank}${was(one)}`),
    ...left.map((one) => `• ${nameOf(one)} left${one.rank === null ? '' : `, now ${one.rank}`}${was(one)}`),
  ]
  const rest = lines.length - LISTED
  return rest > 0 ? [...lines.slice(0, LISTED), `… and ${rest} more`] : lines
}

function deedOf({ side, usd, outcome, price }: ShownAlert | ShownTradeNotice): string {
  const what = outcome === null ? 'an outcome' : oneLine(outcome)
  const at = price === null ? '' : ` at ${centsText(price)}`
  return `${side === 'BUY' ? 'bought' : 'sold'} ${what} for ${moneyText(usd)}${at}`
}

function marketOf({ question }: { question: string | null }): string {
  return question === null ? '' : ` – ${oneLine(question)}`
}

function nameOf({ name, address }: { name: string | null; address: string }): string {
  return name === null ? shortAddress(address) : oneLine(name)
}

/** The minutes from a moment to another; one where they are in the same. */
function minutesOf(from: string, to: string): string {
  const [first, last] = [momentText(from), momentText(to)]
  if (from.slice(0, 10) === to.slice(0, 10) && first !== last)
    return `${minuteText(from)}–${to.slice(11, 16)} UTC`
  return first === last ? first : `${first} to ${last}`
}

/** Flattens user-written names and questions: without line breaks and control characters, and truncated. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .trim()
    .slice(0, 300)
}
