import { expect, test } from 'vitest'
import { dateText } from '../../../src/formats.ts'
import type { LedgerEvent, MarketInfo } from '../../../src/ledger/event.ts'
import {
  type ConditionId,
  DAY_SECONDS,
  type Hash,
  MICRO,
  type TokenId,
} from '../../../src/ledger/quantities.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { asker } from '../support/ask.ts'
import { LEAGUE, leagueEvents } from '../support/league.ts'

const hex = (digits: number, n: number) => `0x${n.toString(16).padStart(digits, '0')}`
const wallet = (n: number) => hex(40, n)
const WINNERS = [1, 2, 3, 4, 5, 6].map(wallet)
const EVEN = [11, 12, 13, 14, 15, 16, 17].map(wallet)
const NAMES = ['Ada', 'Bo', 'Cy']
/** The close of the day before the contest's last purchases. */
const DAYS_LATER = [300, 301]

const contest = (isExclusive: boolean): MarketInfo[] =>
  NAMES.map((name, n) => ({
    kind: 'MARKET',
    condition: hex(64, 100 + n) as ConditionId,
    tokens: [`${1000 + 2 * n}` as TokenId, `${1001 + 2 * n}` as TokenId],
    outcomes: ['Yes', 'No'],
    question: `Will ${name} win the cup?`,
    slug: `will-${name}`,
    category: null,
    tags: [],
    event: { id: '7', title: 'The cup?', slug: 'the-cup' },
    negRisk: isExclusive ? { market: hex(64, 900) as Hash, index: n, questions: NAMES.length } : null,
  }))

const EVENT = `{ event(id: "7") { summary markets { nodes { question outcomes { price priceDayAgo } resolvedAt
  skilledMoney { skilled { traders outcomes { share } } others { traders outcomes { share } } difference { low high } } } } } }`

interface Group {
  traders: number
  outcomes: { share: number }[]
}
interface Event {
  summary: string | null
  markets: {
    nodes: {
      question: string
      outcomes: { price: number | null; priceDayAgo: number | null }[]
      skilledMoney: {
        skilled: Group | null
        others: Group | null
        difference: { low: number; high: number } | null
      }
    }[]
  }
}

interface Purchase {
  owner: string
  market: number
  outcome: number
  price: number
  /** @default the last */
  day?: number
}

const TEST_START = 1_770_000_000

/** Purchases of 100 shares in the contest, after the league that shows who is skilled. */
function purchases(all: readonly Purchase[], lines: readonly MarketInfo[]): LedgerEvent[] {
  return all.map(({ owner, market, outcome, price, day = DAYS_LATER[1] ?? 0 }, n) => ({
    kind: 'FILL',
    owner,
    token: lines[market]?.tokens[outcome],
    side: 'BUY',
    role: 'TAKER',
    shares: 100 * MICRO,
    usd: Math.round(100 * price * MICRO),
    fee: 0,
    feeIn: 'USD',
    exchange: null,
    counterparty: null,
    orderHash: null,
    block: 100_000 + n,
    logIndex: 0,
    tx: hex(64, 100_000 + n),
    time: TEST_START + day * DAY_SECONDS + n,
  })) as unknown as LedgerEvent[]
}

/** The numbers of a text in cents and percent. */
function numbersIn(text: string): number[] {
  return [...text.matchAll(/(\d+(?:\.\d+)?)(?=¢|%)/g)].map(([one]) => Number(one))
}

const hundredfold = (value: number | null | undefined) => Math.round((value ?? 0) * 100)

describeEngines('the sentences about an event', (open) => {
  const play = async (all: readonly Purchase[], isExclusive: boolean, results: readonly string[][] = []) => {
    const { db } = await open()
    const lines = contest(isExclusive)
    const events = purchases(all, lines)
    const resolutions = results.map((payouts, n) => ({
      kind: 'RESOLVE',
      condition: lines[n]?.condition,
      payouts,
      block: 200_000 + n,
      logIndex: 0,
      tx: hex(64, 200_000 + n),
      time: TEST_START + (DAYS_LATER[1] ?? 0) * DAY_SECONDS + 5_000,
    })) as unknown as LedgerEvent[]
    const league = leagueEvents({ winners: WINNERS, even: EVEN, last: [] })
    await ingestRecords(db, [...LEAGUE, ...lines, ...league, ...events, ...resolutions])
    await refresh(db)
    const { data, errors } = await asker(db)(EVENT, {}, 'FREE')
    expect(errors).toBeUndefined()
    return (data as { event: Event }).event
  }
  const rivals: readonly Purchase[] = [
    { owner: EVEN[0] ?? '', market: 1, outcome: 0, price: 0.25 },
    { owner: EVEN[1] ?? '', market: 2, outcome: 0, price: 0.1 },
  ]
  const divided: readonly Purchase[] = [
    { owner: EVEN[6] ?? '', market: 0, outcome: 0, price: 0.3, day: DAYS_LATER[0] ?? 0 },
    ...WINNERS.map((owner) => ({ owner, market: 0, outcome: 0, price: 0.41 })),
    ...EVEN.map((owner) => ({ owner, market: 0, outcome: 1, price: 0.59 })),
  ]

  test('quote the fields of its first two markets, in a fixed order', async () => {
    const { summary, markets } = await play([...rivals, ...divided], true)
    const [ada, bo] = NAMES.map((name) => markets.nodes.find(({ question }) => question.includes(name)))
    const [price, before] = [ada?.outcomes[0]?.price, ada?.outcomes[0]?.priceDayAgo]
    const { skilled, others, difference } = ada?.skilledMoney ?? {}
    expect(difference?.low).toBeGreaterThan(0)
    expect(before).not.toBeNull()
    expect(summary).toMatch(
      /^Ada leads at \d+¢, up \d+¢ in 24 hours; Bo is next at \d+¢\. On Ada, skilled traders have \d+% of their money on Yes; everyone else has \d+%\.$/,
    )
    expect(numbersIn(summary ?? '')).toEqual([
      hundredfold(price),
      hundredfold(Number(price) - Number(before)),
      hundredfold(bo?.outcomes[0]?.price),
      hundredfold(skilled?.outcomes[0]?.share),
      hundredfold(others?.outcomes[0]?.share),
    ])
  })

  test('say when the first market passed the second, at whose close before it was not ahead', async () => {
    const [before = 0, day = 0] = DAYS_LATER
    const ahead = (price: number, on: number): Purchase => ({
      owner: EVEN[2] ?? '',
      market: 1,
      outcome: 0,
      price,
      day: on,
    })
    const passed = await play([ahead(0.5, before), ...rivals, ...divided], true)
    const when = dateText(new Date(Math.floor(TEST_START / DAY_SECONDS + day) * DAY_SECONDS * 1_000))
    expect(passed.summary).toContain(`; Bo is next at 25¢ and was passed on ${when}. `)
    const first = await play([ahead(0.2, before), ...rivals, ...divided], true)
    expect(first.summary).toContain('; Bo is next at 25¢. ')
  })

  test('say nothing about a group of fewer than five, nor that markets that are no contest have a leader', async () => {
    const few = [...rivals, ...divided.filter(({ owner }) => owner !== WINNERS[0] && owner !== WINNERS[1])]
    const { summary, markets } = await play(few, false)
    const ada = markets.nodes.find(({ question }) => question.includes('Ada'))
    expect(ada?.skilledMoney.skilled).toBeNull()
    expect(summary).toMatch(/^Ada has the highest price, 41¢, up 11¢ in 24 hours; Bo is next at 25¢\.$/)
  })

  test('name the winner of a contest once decided', async () => {
    const decided = await play([...rivals, ...divided], true, [
      ['0', '1'],
      ['1', '0'],
    ])
    expect(decided.summary).toMatch(/^Bo won on \w+ \d+, \d{4}\.$/)
    const over = await play([...rivals, ...divided], false, [
      ['0', '1'],
      ['1', '0'],
      ['1', '0'],
    ])
    expect(over.summary).toBe('All 3 markets are resolved.')
  })
})
