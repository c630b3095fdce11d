import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { dayOf, dayText as isoDay } from '../../src/ledger/quantities.ts'
import { dayText } from '../../src/pages/kit/times.ts'
import { readLedgerState } from '../../src/store/ledger/ledger-state.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

describe('tables of positions', () => {
  closeServed()
  let served: Served
  let pro: Record<string, string>
  let market: string
  let trader: string
  /** The last closed day and the ledger's last, as pages write them. */
  let [close, last] = ['', '']
  beforeAll(async () => {
    served = await serveWorld()
    pro = (await tierCallers(served)).PRO
    const { lastTime } = await readLedgerState(served.store.db)
    const lastDay = dayOf(lastTime ?? 0)
    close = isoDay(lastDay - 1)
    last = isoDay(lastDay)
    // A moment after the last event: within the delay, callers without Pro are shown the day before.
    vi.useFakeTimers({ toFake: ['Date'], now: ((lastTime ?? 0) + 60) * 1_000 })
    const read = async (url: string) => (await served.app.inject({ url, headers: pro })).json()
    market = `/market/${(await read('/v1/markets?limit=1&status=open')).items[0].condition}`
    trader = `/trader/${(await read('/v1/leaderboard/volume-all?limit=1')).entries[0].address}`
  })
  afterAll(() => void vi.useRealTimers())
  const words = async (url: string, headers: Record<string, string> = {}) =>
    (await served.app.inject({ url, headers })).body.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')

  test('say which moment a page without Pro is of, and have its rows of that moment', async () => {
    const note = new RegExp(
      `As of ${dayText(close)}, 23:59 UTC, (a day|an hour|\\d+ hours) behind: later trades`,
    )
    for (const path of [market, trader, `${trader}?list=closed`]) {
      const shown = await words(path)
      expect(shown).toMatch(note)
      expect(shown).not.toContain('as of the close of')
      expect(await words(path, pro)).not.toContain('behind: later trades')
    }
  })

  test('say that no trade came in since a time once the ledger has stopped, also on a page that came before', async () => {
    const { lastTime } = await readLedgerState(served.store.db)
    const noteAt = async (seconds: number, headers: Record<string, string>) => {
      vi.setSystemTime(((lastTime ?? 0) + seconds) * 1_000)
      const { body } = await served.app.inject({ url: `${trader}?at=${seconds}`, headers })
      return /<p class="note stale"[^>]*>/.exec(body)?.[0]
    }
    const due = new Date(((lastTime ?? 0) + 300) * 1_000).toISOString()
    expect(await noteAt(60, pro)).toContain(`data-stale="${due}" hidden`)
    vi.setSystemTime(((lastTime ?? 0) + 301) * 1_000)
    const stopped = await served.app.inject({ url: `${trader}?list=closed&period=30d`, headers: pro })
    expect(stopped.body).toMatch(/<p class="note stale"[^>]*data-stale="[^"]+"><b>No trade has come in since/)
    expect(await words(`${trader}?asOf=${close}`, pro)).not.toContain('No trade has come in')
    vi.setSystemTime(((lastTime ?? 0) + 60) * 1_000)
  })

  test('print no date where they are of the day of the page', async () => {
    for (const path of [market, trader, `${trader}?list=closed`])
      expect(await words(path, pro)).not.toContain('as of the close of')
    for (const path of [`${market}?asOf=${close}`, `${trader}?asOf=${close}`])
      expect(await words(path)).not.toContain('as of the close of')
    expect(close < last).toBe(true)
  })
})
