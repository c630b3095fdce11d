import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Ask, asker } from '../support/ask.ts'
import { newStore, readerOf } from '../support/published-store.ts'

const ROWS = `nodes { address realizedPnl marketCount winRate botProbability sharpeRatio sortinoRatio profitFactor
  maxDrawdown maxDrawdownPct }`

let remove: () => Promise<void>
let ask: Ask
let computed: number
beforeAll(async () => {
  const store = await newStore('small')
  remove = store.remove
  const reader = readerOf(store.db)
  ask = asker(store.db, {
    ...reader,
    stats(snapshot, scope, ids) {
      computed += ids.length
      return reader.stats(snapshot, scope, ids)
    },
  })
})
afterAll(() => remove())

/** The rows of the board, and for how many traders numbers were computed. */
async function rowsOf(board: string, filter = '') {
  computed = 0
  const { data, errors } = await ask(`{ leaderboard(${board}) { entries${filter} { ${ROWS} } } }`, {}, 'PRO')
  expect(errors).toBeUndefined()
  const { leaderboard } = data as { leaderboard: { entries: { nodes: { address: string }[] } } }
  return { rows: leaderboard.entries.nodes, computed }
}

it.each(['pnl-30d', 'roi-7d', 'volume-all'])(
  'rows of %s show published numbers, also under a filter',
  async (id) => {
    const { rows, computed } = await rowsOf(`id: "${id}"`)
    expect(rows.length).toBeGreaterThan(0)
    expect(computed).toBe(0)
    const bots = await rowsOf(`id: "${id}"`, '(where: { isBot: false, tradeCount: { min: 2 } })')
    expect(bots.computed).toBe(0)
    const both = new Map(rows.map((row) => [row.address, row]))
    expect(bots.rows).toEqual(bots.rows.map(({ address }) => both.get(address)))
  },
)
