import { expect, test } from 'vitest'
import type { LedgerEvent, MarketInfo } from '../../src/ledger/event.ts'
import { type Address, type ConditionId, DAY_SECONDS, type TokenId } from '../../src/ledger/quantities.ts'
import { checkSignals, checkWeek } from '../../src/smart-money/check-week.ts'
import { cohortStances, NOWHERE } from '../../src/smart-money/cohort-stances.ts'
import { closeOf } from '../../src/smart-money/open-markets.ts'
import { appendSignals, readChain } from '../../src/smart-money/signal-chain.ts'
import { signalHash } from '../../src/smart-money/signal-hash.ts'
import { createSmartMoneyStore } from '../../src/smart-money/smart-money-store.ts'
import { signalRecords, updateSmartMoney } from '../../src/smart-money/update-smart-money.ts'
import { readStances } from '../../src/smart-money/views.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { describeEngines, type OpenFresh } from '../store/support/engines.ts'
import { BY_PNL, FIRST_WEEK, fillOf, MARKETS, OWNERS, strangersFill } from './support/smart-world.ts'

const COHORT = 'top-pnl'
const WEEK = FIRST_WEEK + 7

/** Market `n` of two outcomes. */
function marketOf(n: number): MarketInfo {
  const [first] = MARKETS as [MarketInfo, ...MarketInfo[]]
  const tokens = [`${2000 + 2 * n}`, `${2001 + 2 * n}`] as TokenId[]
  return { ...first, condition: `0x${String(n).padStart(64, '0')}` as ConditionId, tokens }
}
const market = marketOf(0)

/** A sale of a share for a number of cents at noon of a day of the first week, 0 being its Monday. */
interface Trade {
  day: number
  outcome: 0 | 1
  cents: number
}
const yes = (day: number, cents: number): Trade => ({ day, outcome: 0, cents })
const no = (day: number, cents: number): Trade => ({ day, outcome: 1, cents })

/** Three owners hold both sides from the first day on; then a share is sold at each of these prices. */
function eventsOf(n: number, trades: readonly Trade[]): LedgerEvent[] {
  const { tokens } = marketOf(n)
  const [owner, second, third] = OWNERS as [Address, Address, Address]
  const terms = { kind: 'FILL' as const, block: 0, shares: 30_000, price: 50, isBuy: true }
  const bought = [owner, second, third].flatMap((owner) =>
    tokens.map((token) => ({ ...terms, owner, token })),
  )
  const sold = trades.map(({ outcome, cents }) => {
    return { ...terms, owner, token: tokens[outcome] as TokenId, shares: 1, price: cents, isBuy: false }
  })
  return [...bought, ...sold].map((move, i) => {
    const fill = fillOf(move, 100 * n + i)
    const trade = trades[i - bought.length]
    if (trade === undefined) return fill
    return { ...fill, block: 1 + trade.day, time: (FIRST_WEEK + trade.day) * DAY_SECONDS + DAY_SECONDS / 2 }
  })
}

async function storeOf(open: OpenFresh, events: readonly LedgerEvent[], markets: readonly MarketInfo[]) {
  const store = await open()
  await ingestRecords(store.db, [...markets, ...events, strangersFill(WEEK * DAY_SECONDS)])
  await updateSmartMoney(store.db, { cohorts: BY_PNL })
  return store
}

async function standing(db: Database) {
  const stances = await readStances(db, { snapshot: 0, cohort: COHORT, week: WEEK })
  return stances.map(({ condition }) => condition)
}

async function chainOf(db: Database) {
  const rows = []
  for await (const { record } of readChain(db)) rows.push(record)
  return rows
}

const SATURDAY = 5
const SUNDAY = 6
const CONSENSUS = [yes(SATURDAY, 98)]
const DECIDED = [yes(SATURDAY, 99), yes(SUNDAY, 99)]
const BY_PRICE: [name: string, trades: readonly Trade[], stands: boolean][] = [
  ['0.99 at the last two closes', DECIDED, false],
  ['0.99 since long ago', [yes(3, 99)], false],
  ['0.01', [yes(SATURDAY, 1)], false],
  ['0.99, the second time in a trade of NO', [yes(SATURDAY, 99), no(SUNDAY, 1)], false],
  ['0.98 at the first of the two', [yes(SATURDAY, 98), yes(SUNDAY, 99)], true],
  ['0.98 at the second', [yes(SATURDAY, 99), yes(SUNDAY, 98)], true],
  ['0.99 of one outcome, then of the other', [yes(SATURDAY, 99), no(SUNDAY, 99)], true],
  ['0.99 for less than a day', [yes(SUNDAY, 99)], true],
]

describeEngines('markets that have ended', (open) => {
  test('are in no week once their price has decided them', async () => {
    const events = BY_PRICE.flatMap(([, trades], n) => eventsOf(n, trades))
    const { db, close } = await storeOf(
      open,
      events,
      BY_PRICE.map((_, n) => marketOf(n)),
    )
    const conditions = await standing(db)
    const signals = (await chainOf(db)).flatMap((one) => (one.kind === 'CONSENSUS' ? [one.condition] : []))
    for (const [n, [name, , stands]] of BY_PRICE.entries()) {
      expect([name, conditions.includes(marketOf(n).condition)]).toEqual([name, stands])
      expect([name, signals.includes(marketOf(n).condition)]).toEqual([name, stands])
    }
    await close()
  })

  test('are in no week after their end, and the chain records it, despite later metadata', async () => {
    const monday = WEEK * DAY_SECONDS
    for (const [endsAt, stands] of [
      [monday, false],
      [monday + 1, true],
    ] as const) {
      const { db, close } = await storeOf(open, eventsOf(0, CONSENSUS), [{ ...market, endsAt }])
      expect(await standing(db)).toEqual(stands ? [market.condition] : [])
      const ended = (await chainOf(db)).filter(({ kind }) => kind === 'ENDED')
      const { condition } = market
      const row = { kind: 'ENDED', cohort: COHORT, week: WEEK, members: 3, condition, detail: `${endsAt}` }
      expect(ended).toMatchObject(stands ? [] : [row])
      // Postponed, or reported to have ended before.
      await ingestRecords(db, [{ ...market, endsAt: stands ? monday - 1 : monday + 1 }])
      expect(await checkWeek(db, COHORT, WEEK)).toMatchObject({ state: 'SAME' })
      expect(await checkSignals(db)).toMatchObject({ weeks: 1, failed: 0 })
      await close()
    }
  })

  test('cannot be excluded for an end that had not come', async () => {
    const ending = { ...market, endsAt: WEEK * DAY_SECONDS }
    const { db, close } = await storeOf(open, eventsOf(0, CONSENSUS), [ending])
    await db.run("UPDATE smart_signals SET detail = ? WHERE kind = 'ENDED'", [`${WEEK * DAY_SECONDS + 1}`])
    expect(await checkWeek(db, COHORT, WEEK)).toMatchObject({ state: 'DIFFERS' })
    expect(await checkSignals(db)).toMatchObject({ failed: 1 })
    await close()
  })

  test('stay in weeks written by the first rules, which verify as before', async () => {
    const { db, close } = await storeOf(open, eventsOf(0, DECIDED), [market])
    const [head] = await chainOf(db)
    if (head?.kind !== 'WEEK') throw new Error('the chain begins with a week')
    const { rules, ...facts } = head
    expect(rules).toBe(2)
    const store = createSmartMoneyStore(db)
    const members = (await store.weekMembers([COHORT], WEEK)).map(({ trader }) => trader)
    const found = await cohortStances(store, new Map([[COHORT, members]]), closeOf(WEEK - 1), () => null)
    const signals = signalRecords(COHORT, WEEK, found.get(COHORT) ?? NOWHERE)
    expect(signals.map(({ kind }) => kind)).toContain('CONSENSUS')
    // As the program before wrote it: without a number of rules.
    await db.run('DELETE FROM smart_signals')
    await appendSignals(db, [{ ...facts, rules: null }, ...signals])
    expect(await checkSignals(db)).toMatchObject({ weeks: 1, failed: 0 })
    expect(await checkWeek(db, COHORT, WEEK)).toMatchObject({ state: 'SAME' })
    // By today's rules the same signals are too many.
    await db.run('DELETE FROM smart_signals')
    await appendSignals(db, [head, ...signals])
    expect(await checkWeek(db, COHORT, WEEK)).toMatchObject({ state: 'DIFFERS' })
    await close()
  })
})

test('the hash of a week without a number of rules is unchanged', () => {
  const week = { kind: 'WEEK' as const, cohort: COHORT, week: WEEK, members: 3, detail: 'ab', events: 7 }
  const hash = signalHash(new Uint8Array(32), 1, { ...week, ledgerTime: 1_770_000_000, rules: null })
  expect(Buffer.from(hash).toString('hex')).toBe(
    'd4835edded94595135a05b2e8c184d5cba0279cce089173b9c73c5dbef01625f',
  )
})
