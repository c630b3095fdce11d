import { expect, test } from 'vitest'
import { traderSentences } from '../../../src/graph/traders/trader-query.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { asker } from '../support/ask.ts'
import { bet, LEAGUE, leagueEvents } from '../support/league.ts'

const TRADERS = `{ traders(first: 50) { nodes { address summary pnl roi tradeCount marketCount
  skill { units edge edgeInterval { low high } verdict } } } }`

interface Trader {
  address: string
  summary: string
  pnl: number
  roi: number | null
  tradeCount: number
  marketCount: number
  skill: {
    units: number
    edge: number | null
    edgeInterval: { low: number; high: number } | null
    verdict: 'SKILLED' | 'UNSKILLED' | 'CANNOT_TELL'
  }
}

const wallet = (n: number) => `0x${n.toString(16).padStart(40, '0')}`
const WINNERS = [1, 2, 3, 4, 5, 6].map(wallet)
const EVEN = [11, 12, 13, 14, 15, 16, 17].map(wallet)
const NEWCOMER = wallet(21)

/** The numbers of a text, with their signs; commas are within them. */
function numbersIn(text: string): number[] {
  return [...text.matchAll(/−?\d[\d,]*(?:\.\d+)?/g)].map(([one]) =>
    Number(one.replaceAll(',', '').replace('−', '-')),
  )
}

const rounded = (value: number, digits = 0) => Number(value.toFixed(digits))

describeEngines('the sentences about a trader', (open) => {
  test('quote the numbers of its fields, and no more than the test of skill can tell', async () => {
    const { db } = await open()
    const last = [bet(NEWCOMER, 0, 100, 0.5)]
    await ingestRecords(db, [...LEAGUE, ...leagueEvents({ winners: WINNERS, even: EVEN, last })])
    await refresh(db)
    const { data, errors } = await asker(db)(TRADERS, {}, 'ANONYMOUS')
    expect(errors).toBeUndefined()
    const { nodes } = (data as { traders: { nodes: Trader[] } }).traders
    const said = new Set<string>()
    for (const { summary, pnl, roi, tradeCount, marketCount, skill } of nodes) {
      const [result = '', test = ''] = summary.split('. ')
      expect(result.startsWith(pnl > 0 ? 'Up' : pnl < 0 ? 'Down' : 'Even')).toBe(true)
      const dollars = Math.abs(pnl) < 100 ? rounded(Math.abs(pnl), 2) : rounded(Math.abs(pnl))
      expect(numbersIn(result)).toEqual([
        ...(pnl === 0 ? [] : [dollars]),
        tradeCount,
        marketCount,
        ...(roi === null ? [] : [rounded(100 * roi, 1)]),
      ])
      const { units, edge, edgeInterval, verdict } = skill
      if (units === 0) expect(test).toBe('')
      else if (units < 30) expect(numbersIn(test)).toEqual([units, 30])
      else if (verdict === 'CANNOT_TELL') expect(test).toContain("can't be told")
      else {
        const { low = 0, high = 0 } = edgeInterval ?? {}
        const shares = [edge ?? 0, low, high].map((share) => rounded(100 * share))
        expect(numbersIn(test)).toEqual([shares[0], 95, shares[1], shares[2], units])
        expect(test).toContain(verdict === 'SKILLED' ? 'better than luck' : 'worse than luck')
      }
      said.add(units < 30 ? `${units === 0 ? 'NO' : 'FEW'} BETS` : verdict)
    }
    expect([...said].sort()).toEqual(['CANNOT_TELL', 'NO BETS', 'SKILLED'])
  })
})

test('a record of fewer than 30 decided bets says how many there are', () => {
  const skill = {
    units: 7,
    edge: null,
    edgeInterval: null,
    edgePValue: null,
    edgeQValue: null,
    verdict: 'CANNOT_TELL',
  } as const
  expect(traderSentences({ pnl: -1_500_000, roi: null, fills: 9, markets: 1, skill })).toBe(
    'Down $1.50 over 9 trades in 1 market. 7 decided bets of the 30 that a test of skill needs.',
  )
})
