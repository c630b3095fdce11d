import { expect, test } from 'vitest'
import { MICRO } from '../../../src/ledger/quantities.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { asker } from '../support/ask.ts'
import { readerOf } from '../support/published-store.ts'

const TRADERS = `{ traders(orderBy: [{ by: VOLUME }], first: 9) { nodes { address } } }`
const POSITIONS = `query ($trader: String!) { trader(address: $trader) { positions(first: 100) { nodes {
  token shares cost value realizedPnl unrealizedPnl totalBought volume } } } }`
const RECONCILE = `query ($trader: String, $files: [String!]) { reconcile(trader: $trader, files: $files) {
  isWhole positionCount differentCount causes { cause count } sums { name own other difference causes { cause amount } }
  positions { title isListed numbers { own other difference causes { cause amount } } } } }`

const SERIES = `query ($trader: String!) { trader(address: $trader) { pnlSeries { pnl } } }`
const pointsOf = ({ data }: { data?: unknown }) =>
  (data as { trader: { pnlSeries: { pnl: number }[] } }).trader.pnlSeries

interface Numbers {
  own: number
  other: number
  difference: number
  causes: { cause: string; amount: number }[]
}
interface Answer {
  reconcile: {
    isWhole: boolean
    positionCount: number
    differentCount: number
    causes: { cause: string; count: number }[]
    sums: (Numbers & { name: string })[]
    positions: { numbers: Numbers[] }[]
  }
}

const micro = (value: number) => Math.round(value * MICRO)

describeEngines('reconciling a wallet', (open) => {
  test('its own positions have no difference, a changed one has, and every difference is the sum of its causes', async () => {
    const { db } = await open('small')
    const ask = asker(db, readerOf(db))
    const { data } = await ask(TRADERS, {}, 'PRO')
    const traders = (data as { traders: { nodes: { address: string }[] } }).traders.nodes
    let [unknown, known, nearer, dated] = [0, 0, 0, 0]
    for (const { address } of traders) {
      const found = await ask(POSITIONS, { trader: address }, 'PRO')
      expect(found.errors).toBeUndefined()
      const { nodes } = (found.data as { trader: { positions: { nodes: Record<string, number>[] } } }).trader
        .positions
      const rows = nodes.map((row) => ({ wallet: address, ...row, volume: Number(row.volume).toFixed(6) }))
      const same = await ask(RECONCILE, { files: [JSON.stringify(rows)] }, 'PRO')
      expect(same.errors).toBeUndefined()
      expect((same.data as unknown as Answer).reconcile).toMatchObject({ differentCount: 0 })
      const twice = rows.map((row) => ({ ...row, volume: (2 * Number(row.volume)).toFixed(6) }))
      const other = (await ask(RECONCILE, { files: [JSON.stringify(twice)] }, 'PRO'))
        .data as unknown as Answer
      expect(other.reconcile.causes.map(({ cause }) => cause)).toEqual(['MAKER_AND_TAKER'])
      const few = rows.filter((_row, i) => i % 2 === 0)
      const short = (await ask(RECONCILE, { files: [JSON.stringify(few)] }, 'PRO')).data as unknown as Answer
      const guessed = short.reconcile.causes.filter(
        ({ cause }) => !['MISSING_PAGE', 'UNREDEEMED_LOSER', 'DUST'].includes(cause),
      )
      expect(guessed).toEqual([])
      for (const { causes } of short.reconcile.sums)
        expect(causes.map(({ cause }) => cause)).not.toContain('UNKNOWN')
      const official = (await ask(RECONCILE, { trader: address }, 'PRO')).data as unknown as Answer
      expect(official.reconcile.isWhole).toBe(true)
      const { sums, positions } = official.reconcile
      for (const { own, other: theirs, causes } of [
        ...sums,
        ...positions.flatMap(({ numbers }) => numbers),
      ]) {
        expect(causes.reduce((sum, { amount }) => sum + micro(amount), 0)).toBe(micro(theirs) - micro(own))
        expect(causes.map(({ cause }) => cause)).not.toContain('MISSING_PAGE')
        if (causes.some(({ cause }) => cause === 'UNKNOWN')) unknown++
        else if (causes.length > 0) known++
      }
      const [venue] = sums
      if (venue === undefined || micro(venue.own) === micro(venue.other) || nearer === 4) continue
      // One number of the whole wallet, as a profile shows it.
      const claimed = async (pnl: number) => {
        const files = [`wallet,pnl\n${address},${pnl.toFixed(6)}\n`]
        const { sums } = ((await ask(RECONCILE, { files }, 'PRO')).data as unknown as Answer).reconcile
        return sums[0]?.causes ?? []
      }
      expect(await claimed(venue.own)).toEqual([])
      const ofVenue = await claimed(venue.other)
      // A single rule may explain it more simply; the parts of unread positions stay unknown.
      if (ofVenue.length !== 1) expect(ofVenue).toEqual(venue.causes)
      const far = venue.other + 1.234567 * Math.sign(venue.other - venue.own)
      const parts = await claimed(far)
      expect(parts.reduce((sum, { amount }) => sum + micro(amount), 0)).toBe(micro(far) - micro(venue.own))
      if (Math.abs(venue.other - venue.own) < 0.01) continue
      nearer++
      const restOf = (causes: typeof parts) =>
        micro(causes.find(({ cause }) => cause === 'UNKNOWN')?.amount ?? 0)
      if (restOf(parts) !== 0) expect(restOf(parts) - restOf(venue.causes)).toBe(micro(far - venue.other))
      const points = pointsOf(await ask(SERIES, { trader: address }, 'PRO')).filter(
        ({ pnl }) => Math.abs(pnl - venue.own) > 0.01 && Math.abs(pnl - venue.other) > 0.01,
      )
      const earlier = points.at(-3)
      const before = earlier ? await claimed(earlier.pnl) : []
      expect(restOf(before)).toBe(0)
      if (before.some(({ cause }) => cause === 'OTHER_CUTOFF')) dated++
    }
    expect(nearer).toBe(4)
    expect(dated).toBeGreaterThan(1)
    expect(known).toBeGreaterThan(20)
    // The subgraph sees only a part of some positions, as after transfers, so these have several causes.
    expect(unknown / (known + unknown)).toBeLessThan(0.5)
  })
})
