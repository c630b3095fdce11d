import { expect, test } from 'vitest'
import { MICRO } from '../../../src/ledger/quantities.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { asker } from '../support/ask.ts'
import { readerOf } from '../support/published-store.ts'

const TRADERS = `{ traders(orderBy: [{ by: VOLUME }], first: 12) { nodes { address } } }`
const POSITIONS = `query ($trader: String!) { trader(address: $trader) { positions(first: 100) { nodes {
  token shares cost value realizedPnl unrealizedPnl totalBought volume } } } }`
const RECONCILE = `query ($trader: String, $files: [String!]) { reconcile(trader: $trader, files: $files) {
  isWhole positionCount differentCount causes { cause count } sums { name own other difference causes { cause amount } }
  positions { title isListed numbers { own other difference causes { cause amount } } } } }`

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
    let [unknown, known] = [0, 0]
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
    }
    expect(known).toBeGreaterThan(20)
    // The subgraph sees only a part of some positions, as after transfers, so these have several causes.
    expect(unknown / (known + unknown)).toBeLessThan(0.5)
  }, 120_000)
})
