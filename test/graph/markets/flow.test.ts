import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fixWeek } from '../../../src/cohorts/cohort-weeks.ts'
import type { Fill, LedgerEvent } from '../../../src/ledger/event.ts'
import { dayOf, dayText, MICRO, weekStart } from '../../../src/ledger/quantities.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { sealLedger } from '../../../src/store/ledger/seal-ledger.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { ledgerOf, MARKET_LINES, WALLETS } from '../../store/support/random-ledger.ts'
import { asker } from '../support/ask.ts'
import { bet, DECIDED, LEAGUE, leagueEvents } from '../support/league.ts'
import { readerOf } from '../support/published-store.ts'

const FLOW = `query ($id: String!, $by: FlowGrouping, $from: Date, $to: Date) { market(id: $id) { flow(by: $by, from: $from, to: $to) {
  from to groups { group outcome { index } traders boughtShares soldShares netShares boughtUsd soldUsd netUsd } } } }`

interface Row {
  group: string
  outcome: { index: number }
  traders: number
  boughtShares: number
  soldShares: number
  netShares: number
  boughtUsd: number
  soldUsd: number
  netUsd: number
}

const isFill = (event: LedgerEvent): event is Fill => event.kind === 'FILL'
const nameOf = ({ group, outcome }: Pick<Row, 'group' | 'outcome'>) => `${group} ${outcome.index}`

/** Sums the fills of groups one by one. */
function slowRows(
  fills: readonly Fill[],
  tokens: readonly string[],
  groupsOf: (fill: Fill) => string[],
): Row[] {
  const groups = Map.groupBy(
    fills.flatMap((fill) => groupsOf(fill).map((group) => ({ group, fill }))),
    ({ group, fill }) => `${group} ${tokens.indexOf(fill.token)}`,
  )
  return [...groups.values()].map((own) => {
    const sum = (name: 'shares' | 'usd', side: string) =>
      own.reduce((total, { fill }) => total + (fill.side === side ? fill[name] : 0), 0)
    const [boughtShares, soldShares] = [sum('shares', 'BUY'), sum('shares', 'SELL')]
    const [boughtUsd, soldUsd] = [sum('usd', 'BUY'), sum('usd', 'SELL')]
    return {
      group: own[0]?.group ?? '',
      outcome: { index: tokens.indexOf(own[0]?.fill.token ?? '') },
      traders: new Set(own.map(({ fill }) => fill.owner)).size,
      boughtShares: boughtShares / MICRO,
      soldShares: soldShares / MICRO,
      boughtUsd: boughtUsd / MICRO,
      soldUsd: soldUsd / MICRO,
      netShares: (boughtShares - soldShares) / MICRO,
      netUsd: (boughtUsd - soldUsd) / MICRO,
    }
  })
}

const COHORTS = ['top-pnl', 'most-consistent', 'high-conviction']

/** Puts each wallet into other cohorts in each week, as drawn. */
async function plantCohorts(
  db: Database,
  weeks: readonly number[],
  draw: number,
): Promise<Map<string, string[]>> {
  const rows = await db.all<{ id: number; address: string }>('SELECT id, address FROM traders')
  const ids = new Map(rows.map(({ id, address }) => [address, id]))
  const groups = new Map<string, string[]>()
  for (const [i, week] of weeks.entries())
    for (const [j, cohort] of COHORTS.entries()) {
      const members = WALLETS.filter((_, k) => ((draw >> (i * 9 + j * 3 + k)) & 1) === 1)
      const known = members.filter((address) => ids.has(address))
      await fixWeek(
        db,
        { cohort, week },
        known.map((address) => ids.get(address) ?? 0),
      )
      const group = cohort.toUpperCase().replace('-', '_')
      for (const address of known) {
        const key = `${week} ${address}`
        groups.set(key, [...(groups.get(key) ?? []), group])
      }
    }
  return groups
}

function sizeOf(usd: number): string {
  for (const limit of [100, 1_000, 10_000, 100_000]) if (usd < limit * MICRO) return `UNDER_${limit}_USD`
  return 'FROM_100000_USD'
}

describeEngines("a market's flow", (open, engine) => {
  test('is the sum of the fills of each group over the days, sealed or not', async () => {
    const factors = fc.constantFrom(1, 30, 5_000)
    const world = fc.tuple(ledgerOf(40), factors, fc.boolean(), fc.nat(2 ** 27 - 1), fc.nat(9), fc.nat(9))
    await fc.assert(
      fc.asyncProperty(world, async ([drawn, factor, isSealed, draw, a, b]) => {
        const events = drawn.map((event) =>
          isFill(event) ? { ...event, shares: event.shares * factor, usd: event.usd * factor } : event,
        )
        const { db, close } = await open()
        await ingestRecords(db, [...MARKET_LINES, ...events])
        if (isSealed) await sealLedger(db, { settledAfterDays: 2, partRows: 7 })
        await refresh(db)
        const last = dayOf(events.at(-1)?.time ?? 0)
        const [from, to] = [last - Math.max(a, b), last - Math.min(a, b)]
        const weeks = [...new Set([from, to].map(weekStart))]
        const cohorts = await plantCohorts(db, weeks, draw)
        const ask = asker(db, readerOf(db))
        for (const { condition, tokens } of MARKET_LINES) {
          const fills = events
            .filter(isFill)
            .filter(({ token, time }) => tokens.includes(token) && dayOf(time) >= from && dayOf(time) <= to)
          const dollars = (address: string) =>
            fills.reduce((sum, { owner, usd }) => sum + (owner === address ? usd : 0), 0)
          const groupings: Record<string, (fill: Fill) => string[]> = {
            SIZE: ({ owner }) => [sizeOf(dollars(owner))],
            COHORT: ({ owner, time }) => cohorts.get(`${weekStart(dayOf(time))} ${owner}`) ?? ['NO_COHORT'],
            // No trader here has thirty decided units.
            SKILL: () => ['NO_Q_VALUE'],
          }
          for (const [by, groupsOf] of Object.entries(groupings)) {
            const days = { from: dayText(from), to: dayText(to) }
            const { data, errors } = await ask(FLOW, { id: condition, by, ...days }, 'PRO')
            expect(errors).toBeUndefined()
            const flow = (data?.market as { flow: { from: string; to: string; groups: Row[] } } | undefined)
              ?.flow
            expect(flow).toMatchObject(days)
            const expected = slowRows(fills, tokens, groupsOf)
            const order = (x: Row, y: Row) => (nameOf(x) < nameOf(y) ? -1 : 1)
            expect(flow?.groups.toSorted(order)).toEqual(expected.toSorted(order))
          }
        }
        await close()
      }),
      { numRuns: engine === 'sqlite' ? 4 : 1, endOnFailure: true },
    )
  })

  test('groups traders by the q-value that their own decided units have', async () => {
    const { db, close } = await open()
    const [winner = '', even = '', newcomer = ''] = WALLETS
    const last = [bet(winner, 0, 100), bet(even, 0, 200), bet(newcomer, 0, 300)]
    await ingestRecords(db, [...LEAGUE, ...leagueEvents({ winners: [winner], even: [even], last })])
    await refresh(db)
    const { data, errors } = await asker(db)(FLOW, { id: LEAGUE[DECIDED]?.condition, by: 'SKILL' }, 'PRO')
    expect(errors).toBeUndefined()
    const { groups = [] } = (data?.market as { flow: { groups: Row[] } } | undefined)?.flow ?? {}
    expect(
      groups.map(({ group, traders, netShares, netUsd }) => [group, traders, netShares, netUsd]),
    ).toEqual([
      ['LOW_Q_VALUE', 1, 100, 50],
      ['HIGH_Q_VALUE', 1, 200, 100],
      ['NO_Q_VALUE', 1, 300, 150],
    ])
    await close()
  })

  test('shows groups of cohorts and of skill to Pro only, and refuses invalid days', async () => {
    const { db } = await open()
    const [events = []] = fc.sample(ledgerOf(30), { numRuns: 1, seed: 4 })
    await ingestRecords(db, [...MARKET_LINES, ...events])
    await refresh(db)
    const ask = asker(db)
    const id = MARKET_LINES[0]?.condition
    for (const tier of ['ANONYMOUS', 'FREE'] as const) {
      for (const by of ['COHORT', 'SKILL']) {
        const { errors } = await ask(FLOW, { id, by }, tier)
        expect(errors?.[0]?.message).toMatch(/^The argument by requires a Pro account/)
      }
      expect((await ask(FLOW, { id, by: 'SIZE' }, tier)).errors).toBeUndefined()
      expect((await ask(FLOW, { id }, tier)).errors).toBeUndefined()
    }
    for (const days of [{ from: '2026-02-03', to: '2026-02-02' }, { from: '2024-01-01' }]) {
      const { errors } = await ask(FLOW, { id, ...days }, 'PRO')
      expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT')
    }
  })
})
