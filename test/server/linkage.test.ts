import { expect, test } from 'vitest'
import { askAs } from '../../bench/ask-as.ts'
import { linkAlerts } from '../../bench/link-alerts.ts'
import { linkBoards } from '../../bench/link-boards.ts'
import { seed } from '../../seeds/demo.ts'
import { DAY_SECONDS, dayOf, dayText, MICRO } from '../../src/ledger/quantities.ts'
import { refresh } from '../../src/refresh/refresh.ts'
import { readLedgerState } from '../../src/store/ingest/ledger-state.ts'
import { keepRadar } from '../../src/whales/keep-radar.ts'
import { plantMembers } from '../whales/plant-members.ts'
import { closeServed, serveNothing } from './served-world.ts'
import { tierCallers } from './tier-callers.ts'

closeServed()

test('nobody on a gated board or behind an alert is found by joining what an anonymous caller can read', async () => {
  const { app, store } = await serveNothing()
  await seed(store, { world: { traders: 150, days: 62, markets: 40 } })
  await refresh(store.db)
  await plantMembers(store.db)
  const { lastTime } = await readLedgerState(store.db)
  const now = (lastTime ?? 0) + 8 * DAY_SECONDS
  await keepRadar(store.db, { minUsd: 2_000 * MICRO, delayMinutes: 60, now })

  const callers = await tierCallers({ store })
  const days = [dayText(dayOf(lastTime ?? 0) - 1)]
  const { rows, leaks } = await linkBoards(askAs(app, {}), askAs(app, callers.PRO), days)
  expect(new Set(rows.map(({ board }) => board)).size).toBeGreaterThanOrEqual(4)
  expect(leaks).toBe(0)
  for (const { board, address, fits, members } of rows) {
    expect(fits.has(address), board).toBe(true)
    expect(members.size, board).toBeGreaterThanOrEqual(5)
  }
  const alerts = await linkAlerts(store.db, now)
  expect(alerts.length).toBeGreaterThan(25)
  for (const { wallets, labelled, counted } of alerts)
    expect(Math.min(wallets, labelled, counted)).toBeGreaterThanOrEqual(5)
}, 60_000)
