import fc from 'fast-check'
import { expect, test } from 'vitest'
import { askAs, untilShown } from '../../bench/ask-as.ts'
import { daysInTurn } from '../../bench/days-in-turn.ts'
import { linkAlerts } from '../../bench/linkage/link-alerts.ts'
import { GATED, linkBoards, readBoard } from '../../bench/linkage/link-boards.ts'
import { readBoardDays } from '../../bench/linkage/link-days.ts'
import { linkMarkets } from '../../bench/linkage/link-markets.ts'
import { linkRecord } from '../../bench/linkage/link-record.ts'
import { CATEGORIES, linkNamed, type Slice, tellsMore } from '../../bench/linkage/link-slices.ts'
import { DAY_SECONDS, dayOf, dayText, MICRO } from '../../src/ledger/quantities.ts'
import { readLedgerState } from '../../src/store/ingest/ledger-state.ts'
import { keepRadar } from '../../src/whales/radar/keep-radar.ts'
import { plantMembers } from '../whales/plant-members.ts'
import { closeServed, serveNothing } from './served-world.ts'
import { tierCallers } from './tier-callers.ts'

closeServed()

test('nobody on a gated board or behind an alert is identified by joining what an anonymous caller can read', async () => {
  const { app, store } = await serveNothing()
  const callers = await tierCallers({ store })
  const [anonymous, free, pro] = [askAs(app, {}), askAs(app, callers.FREE), askAs(app, callers.PRO)]
  const boards = readBoardDays({ anonymous, pro })
  for await (const id of daysInTurn(store, { traders: 150, days: 62, markets: 40 }, 1)) {
    await untilShown(anonymous, id)
    await boards.read()
  }
  await plantMembers(store.db)
  const { lastTime } = await readLedgerState(store.db)
  const now = (lastTime ?? 0) + 8 * DAY_SECONDS
  await keepRadar(store.db, { minUsd: 2_000 * MICRO, delayMinutes: 60, now })

  const days = [dayText(dayOf(lastTime ?? 0) - 1)]
  const { rows, leaks } = await linkBoards(anonymous, pro, days)
  expect(new Set(rows.map(({ board }) => board)).size).toBeGreaterThanOrEqual(4)
  expect(leaks).toBe(0)
  const lists = await linkMarkets({ anonymous, free }, 60)
  expect(lists.asked).toBeGreaterThan(100)
  expect(lists.leaks).toBe(0)
  for (const { board, address, fits, members, known } of rows) {
    expect(fits.has(address), board).toBe(true)
    expect(members.size, board).toBeGreaterThanOrEqual(5)
    expect(known.size, board).toBeGreaterThanOrEqual(5)
  }
  const day = fc.constantFrom(...days, dayText(dayOf(lastTime ?? 0)))
  const boardsOf = GATED.map(({ id }) => readBoard({ anonymous, pro }, { id, excludeBots: false }))
  const exact = (await Promise.all(boardsOf)).flatMap((board) => board.exact)
  const slices: fc.Arbitrary<Slice> = fc.record(
    {
      id: fc.constantFrom(...GATED.map(({ id }) => id)),
      asOf: fc.option(day, { freq: 1 }),
      window: fc.option(fc.record({ from: day, to: day }), { freq: 1 }),
      category: fc.option(fc.constantFrom(...CATEGORIES), { freq: 1 }),
      excludeBots: fc.boolean(),
      excludePartial: fc.boolean(),
      minVolume: fc.constantFrom(0, ...exact.map(({ volume }) => Number(volume) + 0.000001)),
      minTrades: fc.constantFrom(0, ...exact.map(({ tradeCount }) => Number(tradeCount) + 1)),
      coverage: fc.constantFrom(null, 'WHOLE'),
    },
    { requiredKeys: ['id'] },
  )
  await fc.assert(
    fc.asyncProperty(slices, async (slice) => {
      expect(await tellsMore(anonymous, slice)).toBe(false)
    }),
    { numRuns: 60 },
  )
  const named = await linkNamed({ anonymous, pro })
  expect(named).toHaveLength(rows.filter(({ board }) => !board.includes('without bots')).length)
  expect(Math.min(...named)).toBeGreaterThanOrEqual(5)
  const overDays = boards.fits()
  expect(overDays.length).toBeGreaterThan(rows.length)
  expect(Math.min(...overDays)).toBeGreaterThanOrEqual(5)
  const alerts = await linkAlerts(store.db, now)
  expect(alerts.length).toBeGreaterThan(25)
  for (const { wallets, labelled, counted } of alerts)
    expect(Math.min(wallets, labelled, counted)).toBeGreaterThanOrEqual(5)
  const records = await linkRecord(store.db, now - 12 * 7 * DAY_SECONDS, now)
  expect(records.length).toBeGreaterThan(10)
  expect(Math.min(...records)).toBeGreaterThanOrEqual(5)
})
