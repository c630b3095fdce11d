import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fixWeek, readWeekMembers } from '../../src/cohorts/cohort-weeks.ts'
import { COHORTS } from '../../src/cohorts/cohorts.ts'
import { ensureCohorts } from '../../src/cohorts/ensure-cohorts.ts'
import type { Fill, LedgerEvent } from '../../src/ledger/event.ts'
import { DAY_SECONDS, type Day, dayOf, weekStart } from '../../src/ledger/quantities.ts'
import { checkNewestWeeks } from '../../src/smart-money/check-week.ts'
import { updateSmartMoney } from '../../src/smart-money/update-smart-money.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { addOptOut } from '../../src/store/opted-out.ts'
import { FIRST_WEEK, strangersFill } from '../smart-money/support/smart-world.ts'
import { describeEngines } from '../store/support/engines.ts'
import { BELIEVER, convictionEvents, MARKETS } from './support/conviction-world.ts'

const COHORT = 'high-conviction'
const cohorts = COHORTS.filter(({ id }) => id === COHORT)
const LAST_WEEK = FIRST_WEEK + 21

/** A trader's fills of one token up to a day's close, and the value of a share then. */
interface Deal {
  market: number
  bought: number
  sold: number
  cash: number
  /** Null while the market is open. */
  payout: number | null
  price: number
}

/** Traders with high conviction at a day's close, from the events one by one, best first. */
function slowMembers(events: readonly LedgerEvent[], day: Day): string[] {
  const past = events.filter(({ time }) => dayOf(time) <= day)
  const fills = past.filter((event) => event.kind === 'FILL')
  const owners = [...new Set(fills.map(({ owner }) => owner))]
  const standing = owners.flatMap((owner) => {
    const own = fills.filter((fill) => fill.owner === owner)
    const deals = dealsOf(own, past)
    const units = new Set(deals.map(({ market }) => market))
    for (const { market, payout, bought, sold } of deals)
      if (payout === null && bought > sold) units.delete(market)
    const sum = (of: (deal: Deal) => number) => deals.reduce((total, deal) => total + of(deal), 0)
    const kept = sum(({ payout, bought, sold }) => (payout === null ? 0 : bought - sold))
    const settled = sum(({ payout, bought, sold }) => (payout === null ? sold : bought))
    const pnl = sum(
      ({ cash, bought, sold, payout, price }) => cash + ((bought - sold) * (payout ?? price)) / 1e6,
    )
    const volume = own.reduce((total, { usd }) => total + usd, 0)
    const buys = own.filter(({ side }) => side === 'BUY').length
    const isIn = pnl > 0 && buys / own.length >= 0.8 && units.size >= 10 && kept / settled >= 0.8
    return isIn ? [{ owner, pnl, volume }] : []
  })
  standing.sort((a, b) => b.pnl - a.pnl || b.volume - a.volume || (a.owner < b.owner ? -1 : 1))
  return standing.map(({ owner }) => owner)
}

function dealsOf(own: readonly Fill[], past: readonly LedgerEvent[]): Deal[] {
  return [...Map.groupBy(own, ({ token }) => token)].map(([token, list]) => {
    const of = (side: string) => list.filter((fill) => fill.side === side)
    const total = (fills: readonly Fill[], what: 'shares' | 'usd') =>
      fills.reduce((sum, fill) => sum + fill[what], 0)
    const market = MARKETS.findIndex(({ tokens }) => tokens.includes(token))
    const outcome = MARKETS[market]?.tokens.indexOf(token) ?? 0
    const end = past.find(
      (event) => event.kind === 'RESOLVE' && event.condition === MARKETS[market]?.condition,
    )
    const last = past.findLast(
      (event) =>
        event.kind === 'FILL' && MARKETS[market]?.tokens.includes(event.token) && event.shares >= 1e6,
    )
    const paid = last?.kind === 'FILL' ? Math.round((last.usd / last.shares) * 1e6) : 0
    const isOwn = last?.kind === 'FILL' && last.token === token
    return {
      market,
      bought: total(of('BUY'), 'shares'),
      sold: total(of('SELL'), 'shares'),
      cash: total(of('SELL'), 'usd') - total(of('BUY'), 'usd'),
      payout: end?.kind === 'RESOLVE' ? (end.payouts[outcome] === '1' ? 1e6 : 0) : null,
      price: isOwn ? paid : 1e6 - paid,
    }
  })
}

async function membersOf(db: Database, week: Day): Promise<string[]> {
  return (await readWeekMembers(db, [COHORT], week)).map(({ address }) => address)
}

describeEngines('the cohort high-conviction', (open, engine) => {
  test('has the members of a replay of the days before the week, and nothing later counts', async () => {
    await fc.assert(
      fc.asyncProperty(convictionEvents, async (events) => {
        const [whole, cut] = await Promise.all([open(), open()])
        await ingestRecords(whole.db, [...MARKETS, ...events, strangersFill(LAST_WEEK * DAY_SECONDS)])
        await ensureCohorts(whole.db, LAST_WEEK, { cohorts })
        for (let week = FIRST_WEEK + 7; week <= LAST_WEEK; week += 7)
          expect(await membersOf(whole.db, week)).toEqual(slowMembers(events, week - 1))
        expect(await membersOf(whole.db, LAST_WEEK)).toContain(BELIEVER)
        const before = events.filter(({ time }) => dayOf(time) < LAST_WEEK)
        await ingestRecords(cut.db, [...MARKETS, ...before])
        expect(weekStart(dayOf(before.at(-1)?.time ?? 0))).toBe(LAST_WEEK - 7)
        await ensureCohorts(cut.db, LAST_WEEK, { cohorts })
        expect(await membersOf(cut.db, LAST_WEEK)).toEqual(await membersOf(whole.db, LAST_WEEK))
        await Promise.all([whole.close(), cut.close()])
      }),
      { numRuns: engine === 'sqlite' ? 4 : 1, endOnFailure: true },
    )
  })

  test('is derived again by verify, which reports other members and skips traders who opted out', async () => {
    const [events = []] = fc.sample(convictionEvents, { seed: 1, numRuns: 1 })
    const { db } = await open()
    await ingestRecords(db, [...MARKETS, ...events, strangersFill(LAST_WEEK * DAY_SECONDS)])
    await updateSmartMoney(db, { cohorts })
    expect(await checkNewestWeeks(db)).toMatchObject([{ cohort: COHORT, week: LAST_WEEK, state: 'SAME' }])
    await db.transaction((tx) => addOptOut(tx, BELIEVER))
    expect(await checkNewestWeeks(db)).toMatchObject([{ state: 'SAME' }])
    const other = await open()
    await ingestRecords(other.db, [...MARKETS, ...events, strangersFill(LAST_WEEK * DAY_SECONDS)])
    await other.db.transaction((tx) => fixWeek(tx, { cohort: COHORT, week: LAST_WEEK }, [2]))
    await updateSmartMoney(other.db, { cohorts })
    expect(await checkNewestWeeks(other.db)).toMatchObject([
      {
        state: 'DIFFERS',
        problem: 'the ledger has other members of high-conviction in the week of 2026-02-23',
      },
    ])
  })
})
