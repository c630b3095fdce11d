import { beforeAll, expect, test } from 'vitest'
import { moneyShareDifference } from '../../../src/metrics/skill/high-conviction.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { type Ask, asker } from '../support/ask.ts'
import { bet, DECIDED, LEAGUE, leagueEvents } from '../support/league.ts'

const MARKET = `query ($id: String!) { market(id: $id) { summary
  outcomes { name price priceDayAgo }
  holders(first: 100) { nodes { address value outcome { index } trader { analytics { skill { edgeQValue } } } } }
  skilledMoney { skilled { ...Group } others { ...Group } difference { low high } } } }
  fragment Group on GroupMoney { traders value outcomes { value share netUsd outcome { index } } }`

interface Group {
  traders: number
  value: number
  outcomes: { value: number; share: number; netUsd: number | null; outcome: { index: number } }[]
}
interface Market {
  summary: string | null
  outcomes: { name: string; price: number | null; priceDayAgo: number | null }[]
  holders: {
    nodes: {
      address: string
      value: number
      outcome: { index: number }
      trader: { analytics: { skill: { edgeQValue: number | null } } }
    }[]
  }
  skilledMoney: {
    skilled: Group | null
    others: Group | null
    difference: { low: number; high: number } | null
  } | null
}

const wallet = (n: number) => `0x${n.toString(16).padStart(40, '0')}`
const WINNERS = [1, 2, 3, 4, 5, 6].map(wallet)
const EVEN = [11, 12, 13, 14, 15, 16, 17].map(wallet)

describeEngines('the money of skilled traders', (open) => {
  let ask: Ask
  const askMarket = async (n: number, tier: 'ANONYMOUS' | 'FREE' = 'FREE') => {
    const { data, errors } = await ask(MARKET, { id: LEAGUE[n]?.condition }, tier)
    expect(errors).toBeUndefined()
    return (data as { market: Market }).market
  }
  /** Plays a league that ends with purchases in the open market. */
  const play = async (last: Parameters<typeof leagueEvents>[0]['last']) => {
    const { db } = await open()
    await ingestRecords(db, [...LEAGUE, ...leagueEvents({ winners: WINNERS, even: EVEN, last })])
    await refresh(db)
    ask = asker(db)
  }

  beforeAll(() =>
    play([
      ...WINNERS.map((owner, i) => bet(owner, 0, 100 + 10 * i, 0.5)),
      ...EVEN.map((owner, i) => bet(owner, 1, 50 + i, 0.4)),
      bet(EVEN[0] ?? '', 0, 10, 0.63),
    ]),
  )

  test('is the sum of the values that holders with a low q-value have, and the others', async () => {
    const { holders, skilledMoney } = await askMarket(DECIDED)
    const groups = Map.groupBy(holders.nodes, ({ trader }) =>
      (trader.analytics.skill.edgeQValue ?? 1) < 0.05 ? 'skilled' : 'others',
    )
    expect([...groups.keys()].sort()).toEqual(['others', 'skilled'])
    for (const [name, nodes] of groups) {
      const group = skilledMoney?.[name as 'skilled' | 'others']
      const value = nodes.reduce((sum, node) => sum + node.value, 0)
      expect(group?.traders).toBe(new Set(nodes.map(({ address }) => address)).size)
      expect(group?.value).toBeCloseTo(value, 6)
      for (const part of group?.outcomes ?? []) {
        const own = nodes.filter(({ outcome }) => outcome.index === part.outcome.index)
        expect(part.value).toBeCloseTo(
          own.reduce((sum, node) => sum + node.value, 0),
          6,
        )
        expect(part.share).toBeCloseTo(part.value / value, 9)
      }
    }
    const stakes = (name: 'skilled' | 'others') =>
      [...Map.groupBy(groups.get(name) ?? [], ({ address }) => address).values()].map((nodes) => ({
        value: nodes.reduce((sum, node) => sum + node.value, 0),
        onOutcome: nodes.reduce((sum, node) => sum + (node.outcome.index === 0 ? node.value : 0), 0),
      }))
    const [low, high] = moneyShareDifference(stakes('skilled'), stakes('others')) ?? []
    expect(skilledMoney?.difference?.low).toBeCloseTo(low ?? 0, 9)
    expect(skilledMoney?.difference?.high).toBeCloseTo(high ?? 0, 9)
  })

  test('has what each group bought less what it sold in 7 days, as the flow by skill has it', async () => {
    const { skilledMoney } = await askMarket(DECIDED)
    const { data } = await ask(
      'query ($id: String!) { market(id: $id) { flow(by: SKILL) { groups { group netUsd outcome { index } } } } }',
      { id: LEAGUE[DECIDED]?.condition },
      'PRO',
    )
    const { groups } = (
      data as {
        market: { flow: { groups: { group: string; netUsd: number; outcome: { index: number } }[] } }
      }
    ).market.flow
    for (const [name, isIn] of [
      ['skilled', true],
      ['others', false],
    ] as const)
      for (const { netUsd, outcome } of skilledMoney?.[name]?.outcomes ?? []) {
        const own = groups.filter(
          ({ group, outcome: { index } }) => (group === 'LOW_Q_VALUE') === isIn && index === outcome.index,
        )
        expect(netUsd).toBeCloseTo(
          own.reduce((sum, one) => sum + one.netUsd, 0),
          6,
        )
      }
    expect(skilledMoney?.skilled?.outcomes[0]?.netUsd).toBeGreaterThan(0)
  })

  test('is said in a sentence whose numbers are those of the fields, to everybody', async () => {
    const { summary, outcomes, skilledMoney } = await askMarket(DECIDED)
    const [first] = outcomes
    const share = (group: Group | null | undefined) => Math.round((group?.outcomes[0]?.share ?? 0) * 100)
    expect(first?.price).toBe(0.63)
    expect(summary).toBe(
      `Yes is at 63¢. Skilled traders have ${share(skilledMoney?.skilled)}% of their money on Yes; everyone else has ${share(skilledMoney?.others)}%.`,
    )
    const anonymous = await ask(
      MARKET.replace(/holders.*/, ''),
      { id: LEAGUE[DECIDED]?.condition },
      'ANONYMOUS',
    )
    const market = (anonymous.data as { market: Market }).market
    expect([market.summary, market.skilledMoney]).toEqual([summary, null])
  })

  test('is not described of fewer than five traders, and a decided market says its result', async () => {
    const { summary, skilledMoney, outcomes } = await askMarket(0)
    expect(summary).toMatch(/^Resolved as Yes on \w{3} \d+, \d{4}\.$/)
    expect(outcomes[0]?.price).toBe(1)
    expect(skilledMoney?.skilled?.traders).toBe(WINNERS.length)
    await play([
      ...WINNERS.slice(0, 4).map((owner) => bet(owner, 0, 100)),
      ...EVEN.map((owner) => bet(owner, 1, 50)),
    ])
    const few = await askMarket(DECIDED)
    expect(few.skilledMoney?.skilled).toBeNull()
    expect(few.skilledMoney?.difference).toBeNull()
    expect(few.skilledMoney?.others?.traders).toBe(EVEN.length)
    expect(few.summary).toBe('Yes is at 50¢.')
  })

  test('that is divided alike cannot be told apart', async () => {
    await play(
      [...WINNERS, ...EVEN].flatMap((owner, i) => [bet(owner, i % 2, 100), bet(owner, 1 - (i % 2), 90)]),
    )
    const { summary, skilledMoney } = await askMarket(DECIDED)
    const { low = 1, high = -1 } = skilledMoney?.difference ?? {}
    expect(low < 0 && high > 0).toBe(true)
    expect(summary).toBe('Yes is at 50¢. Can’t tell skilled traders’ money from everyone else’s.')
  })
})
