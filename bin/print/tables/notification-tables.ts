import { type Message, noticeMessage, noticesMessage } from '../../../src/delivery/message.ts'
import type { WalletNotice } from '../../../src/delivery/notices.ts'
import { renderMessage } from '../../../src/delivery/senders/render-message.ts'
import { FOLLOW_KINDS } from '../../../src/follows/kinds.ts'
import { HOLDER_SHARE, JUMP, LEVEL } from '../../../src/follows/markets/market-rules.ts'
import type { Address, ConditionId, Hash } from '../../../src/ledger/quantities.ts'
import { limitWords } from '../../../src/value-limits.ts'
import { markdownTable } from './markdown-table.ts'
import { messagePicture } from './message-pictures.ts'

/** The limits of follows, by tier. */
export function followLimitTable(): string {
  return markdownTable(
    ['', 'free', 'Pro'],
    [
      ...FOLLOW_KINDS.map(({ plural, limits }) => [plural, String(limits.FREE), String(limits.PRO)]),
      ['notified', 'after the [delay](api.md#tiers)', 'immediately'],
    ],
  )
}

/** The rules of a market's follow, with their limits. */
export function marketRuleTable(): string {
  return markdownTable(
    ['rule', 'sends a notification for', 'limits'],
    [
      ['`above`', 'a price that reaches it from below', limitWords(LEVEL)],
      ['`below`', 'a price that reaches it from above', limitWords(LEVEL)],
      [
        '`jump`',
        'a price that differs by at least this from any price within the past 24 hours',
        limitWords(JUMP),
      ],
      [
        '`holderShare`',
        "a wallet that reaches this fraction of the outcome's shares",
        limitWords(HOLDER_SHARE),
      ],
      ['`stance` (Pro)', 'smart money changing sides', 'true or false'],
    ],
  )
}

/** The origin of a service whose host has set one. */
export const PUBLIC_URL = 'https://pequod.example'

const TIME = Date.UTC(2026, 1, 17, 14, 5) / 1_000

const QUEEQUEG = { address: '0x5b53d803bd5828f00666cf4324a90f3a515cbab3' as Address, name: 'queequeg' }

/** A decision as the messages below show it. */
function example(kind: WalletNotice['kind'], terms: Partial<WalletNotice>): WalletNotice {
  return {
    id: 'lW3yqk1T7vX9nA2bC4dE5f',
    kind,
    time: TIME,
    trader: QUEEQUEG,
    outcome: 'Yes',
    question: 'Will the white whale be seen in March?',
    slug: 'white-whale-march',
    condition: `0x${'6e'.repeat(32)}`,
    category: 'culture',
    causes: ['TRADE'],
    shares: 12_000_000_000,
    usd: 6_480_000_000,
    price: 540_000,
    realized: null,
    held: 12_000_000_000,
    tx: `0x${'ab'.repeat(32)}` as Hash,
    ...(kind !== 'RESOLVED' && { priceNow: 0.575 }),
    record: { profit: 44_950.25, wins: 63, losses: 40, winRate: 0.6117, verdict: 'SKILLED' },
    ...terms,
  }
}

const MARKET = {
  id: 'pR2yqk1T7vX9nA2bC4dE5f',
  time: TIME,
  outcome: 'Yes',
  slug: 'white-whale-march',
  question: 'Will the white whale be seen in March?',
  condition: `0x${'6e'.repeat(32)}` as ConditionId,
  category: 'culture',
  tx: `0x${'ab'.repeat(32)}` as Hash,
}

/** A message of each kind, with its name. */
export const EXAMPLES: readonly [name: string, message: Message][] = [
  ['OPENED', noticeMessage(example('OPENED', {}))],
  [
    'ADDED',
    noticeMessage(
      example('ADDED', { shares: 3_000_000_000, usd: 1_740_000_000, price: 580_000, held: 15_000_000_000 }),
    ),
  ],
  [
    'REDUCED',
    noticeMessage(
      example('REDUCED', {
        shares: 5_000_000_000,
        usd: 3_300_000_000,
        price: 660_000,
        realized: 560_000_000,
        held: 10_000_000_000,
      }),
    ),
  ],
  [
    'CLOSED',
    noticeMessage(
      example('CLOSED', {
        shares: 10_000_000_000,
        usd: 7_100_000_000,
        price: 710_000,
        realized: 1_620_000_000,
        held: 0,
      }),
    ),
  ],
  [
    'RESOLVED',
    noticeMessage(
      example('RESOLVED', {
        causes: ['RESOLUTION'],
        shares: 10_000_000_000,
        usd: 10_000_000_000,
        price: 1_000_000,
        realized: 4_520_000_000,
        held: 10_000_000_000,
      }),
    ),
  ],
  ['Price', noticeMessage({ ...MARKET, kind: 'ROSE', level: 600_000, price: 612_500, priceNow: 0.605 })],
  ['Jump', noticeMessage({ ...MARKET, kind: 'JUMPED', from: 430_000, price: 612_500 })],
  [
    'Holder',
    noticeMessage({
      ...MARKET,
      kind: 'HOLDS',
      shares: 126_000_000_000,
      share: 0.214,
      trader: { address: '0x5b53d803bd5828f00666cf4324a90f3a515cbab3' as Address, name: 'queequeg' },
    }),
  ],
  [
    'Stance',
    noticeMessage({
      ...MARKET,
      kind: 'TURNED',
      outcome: 'No',
      side: 'NO',
      before: 'Yes',
      tx: null,
      share: 0.724,
      members: 17,
    }),
  ],
  [
    'Resolution',
    noticeMessage({
      ...MARKET,
      kind: 'RESOLVED',
      outcome: 'No',
      payouts: [
        { outcome: 'Yes', price: 0 },
        { outcome: 'No', price: 1_000_000 },
      ],
    }),
  ],
  [
    'Leaderboard',
    noticeMessage({
      id: 'bO4yqk1T7vX9nA2bC4dE5f',
      time: TIME,
      leaderboard: 'pnl-7d',
      title: 'Profit and loss, 7 days',
      top: 10,
      entered: [
        { ...QUEEQUEG, rank: 7, previousRank: 14 },
        { address: `0x${'c7'.repeat(20)}` as Address, name: null, rank: 9, previousRank: null },
      ],
      left: [{ address: `0x${'1d'.repeat(20)}` as Address, name: 'tashtego', rank: 12, previousRank: 10 }],
    }),
  ],
  [
    'Digest',
    noticesMessage([
      example('OPENED', {}),
      example('CLOSED', {
        time: TIME + 7_200,
        shares: 12_000_000_000,
        usd: 7_100_000_000,
        price: 591_666,
        realized: 620_000_000,
        held: 0,
      }),
    ]),
  ],
]

/** Each message: a picture of it in Discord and Slack, and the text that Telegram and mail show. */
export function messageTexts(): string {
  return EXAMPLES.map(([name, message]) => {
    const { subject, text } = renderMessage(message, PUBLIC_URL)
    return `**${name}**\n\n![${subject}: in Discord and in Slack](${pictureOf(name)})\n\n\`\`\`text\n${text}\n\`\`\``
  }).join('\n\n')
}

/** The picture of each message, by its path in the repository. */
export const MESSAGE_PICTURES: Readonly<Record<string, () => string>> = Object.fromEntries(
  EXAMPLES.map(([name, message]) => [`docs/${pictureOf(name)}`, () => messagePicture(message, PUBLIC_URL)]),
)

function pictureOf(name: string): string {
  return `pictures/messages/${name.toLowerCase().replaceAll(' ', '-')}.svg`
}

/** The body that a webhook is sent of the first of them. */
export function webhookBody(): string {
  return `\`\`\`json\n${JSON.stringify(EXAMPLES[0]?.[1], null, 2)}\n\`\`\``
}
