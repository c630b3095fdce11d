import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PequodError } from '../../src/errors.ts'
import { type ConditionId, MICRO, type TokenId } from '../../src/ledger/quantities.ts'
import type { OwnEvent } from '../../src/reconcile/compare-events.ts'
import { microOf, readView, VIEW_LIMITS } from '../../src/reconcile/read-view.ts'
import { reconcile } from '../../src/reconcile/reconcile.ts'
import { reconcileInThread } from '../../src/reconcile/reconcile-in-thread.ts'
import { cpuTimer } from '../support/cpu-timer.ts'

/** An event that no view has. */
const UNSEEN = {
  kind: 'TRADE',
  token: '8' as TokenId,
  condition: `0x${'2'.repeat(64)}` as ConditionId,
  title: null,
  shares: 1,
  cash: 1,
  fee: 0,
  tx: '0x1',
} as const

const DATA = new URL('../../../shared/data/', import.meta.url)
const hasData = existsSync(DATA)
const file = (name: string) => readFileSync(new URL(name, DATA), 'utf8')

it('any text is read, or refused with a sentence', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.json(), fc.constantFrom('[[[[', '{"data":[1]}', 'a,b\n"')), {
        maxLength: 3,
      }),
      (files) => {
        try {
          readView(files)
        } catch (error) {
          expect(error).toBeInstanceOf(PequodError)
        }
      },
    ),
  )
})

it('a decimal is read to the millionth, without the rounding of doubles', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -9_007_199_254_740_991n, max: 9_007_199_254_740_991n }), (micro) => {
      const size = micro < 0n ? -micro : micro
      const text = `${micro < 0n ? '-' : ''}${size / 1_000_000n}.${String(size % 1_000_000n).padStart(6, '0')}`
      expect(microOf(text, 'here')).toBe(Number(micro) + 0)
    }),
  )
  expect(microOf('$1,234.5', 'here')).toBe(1_234_500_000)
  expect(microOf('(2.5)', 'here')).toBe(-2.5 * MICRO)
  expect(microOf('1e-6', 'here')).toBe(1)
  for (const text of ['', 'NaN', 'Infinity', '1e99', '--1', '99999999999'])
    expect(() => microOf(text, 'here'), text).toThrow(PequodError)
})

it('files beyond the limits are refused', () => {
  const row = { asset: '1', proxyWallet: `0x${'a'.repeat(40)}`, cashPnl: 1 }
  const rows = (count: number) => JSON.stringify(Array.from({ length: count }, () => row))
  expect(() => readView([rows(VIEW_LIMITS.rows + 1)])).toThrow(/rows/)
  expect(() => readView([' '.repeat(VIEW_LIMITS.characters + 1)])).toThrow(/characters/)
  expect(() => readView(Array.from({ length: VIEW_LIMITS.files + 1 }, () => rows(1)))).toThrow(/files/)
  expect(() => readView([`[${'['.repeat(100_000)}${']'.repeat(100_000)}]`])).toThrow(PequodError)
  const other = JSON.stringify([{ ...row, proxyWallet: `0x${'b'.repeat(40)}` }])
  expect(() => readView([rows(1), other])).toThrow(/2 wallets/)
})

it('the most rows take no longer where all show one token, or none that the ledger has', () => {
  const wallet = `0x${'a'.repeat(40)}`
  const listOf = (row: (i: number) => object) =>
    JSON.stringify(Array.from({ length: VIEW_LIMITS.rows }, (_, i) => ({ proxyWallet: wallet, ...row(i) })))
  const spent = cpuTimer()
  const one = readView([listOf((i) => ({ asset: '7', cashPnl: i }))])
  expect(one.positions).toHaveLength(VIEW_LIMITS.rows)
  const trade = { type: 'TRADE', side: 'BUY', size: 1, usdcSize: 1, asset: '7' }
  const list = readView([listOf((i) => ({ ...trade, timestamp: 1_700_000_000 + i }))])
  const events = list.events.map(({ time }): OwnEvent => ({ ...UNSEEN, time }))
  const { markets } = reconcile(list, { positions: [], closes: [], events })
  expect(markets.map((market) => market.events)).toContainEqual({ own: VIEW_LIMITS.rows, other: 0 })
  // A pass over the rows for each row took 12 s.
  expect(spent()).toBeLessThan(4_000)
})

it('columns of an export are found by their usual names, or as the caller names them', () => {
  const text = 'Token ID,Total PnL,Net result\n12,1.5,2.5\n'
  expect(readView([text]).positions[0]?.numbers).toEqual({ pnl: 1_500_000 })
  expect(readView([text], { columns: { pnl: 'Net result' } }).positions[0]?.numbers).toEqual({
    pnl: 2_500_000,
  })
  expect(() => readView([text], { columns: { pnl: 'None' } })).toThrow(/No column/)
  expect(() => readView([text], { columns: { gain: 'Net result' } })).toThrow(/no field/)
})

it.skipIf(!hasData)('the venue’s own answers are understood (skipped: no shared data)', () => {
  const open = readView([file('trades/positions.json')])
  expect(open.positions).toHaveLength(5)
  for (const { numbers, price } of open.positions) {
    // The venue rounds each of the three to four decimals.
    const gap = Number(numbers.value) - Number(numbers.cost) - Number(numbers.unrealized)
    expect(Math.abs(gap)).toBeLessThanOrEqual(100)
    expect(price).not.toBeNull()
  }
  const closed = readView([file('trades/closed-positions.json'), file('trades/positions.json')])
  expect(closed.positions).toHaveLength(10)
  expect(closed.wallet).toBe('0x6a72f61820b26b1fe4d956e17b6dc2a1ea3033ee')
  expect(closed.positions[0]?.numbers.pnl).toBe(1_095_000_000_000)
  const leaders = readView([file('trades/leaderboard-v1.json')], { wallet: closed.wallet })
  expect(leaders.totals).toEqual({ pnl: 11_972_622_466_304 })
  const activity = readView([file('activity/wallets-updown-15m.json')])
  expect([activity.events.length, activity.isFullPage]).toEqual([499, true])
})

it('files are compared in a thread, in turn, and a caller with two of them is refused a third', async () => {
  const trade = { type: 'TRADE', side: 'BUY', size: 1, usdcSize: 1, asset: '7', timestamp: 1_700_000_000 }
  const view = readView([JSON.stringify([trade])])
  const events = Array.from({ length: 60_000 }, (_, i): OwnEvent => ({ ...UNSEEN, time: i }))
  const own = { positions: [], closes: [], events }
  let turns = 0
  const counting = setInterval(() => turns++, 1)
  const both = [1, 2].map(() => reconcileInThread(view, own, 'one'))
  await expect(reconcileInThread(view, own, 'one')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  const other = await reconcileInThread(view, { ...own, events: [] }, 'another')
  clearInterval(counting)
  expect(turns).toBeGreaterThan(3)
  expect(other).toEqual(reconcile(view, { ...own, events: [] }))
  expect(await both[0]).toEqual(await both[1])
})
