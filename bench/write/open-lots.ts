/**
 * A fill of a position with many open lots against one of a position with few, on SQLite: a purchase, which adds a lot, and
 * a sale, which closes some; each in a transaction of its own, the two positions in turns.
 *
 *   npx node bench/write/open-lots.ts [lots, default 100,000]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Fill } from '../../src/ledger/event.ts'
import { MICRO } from '../../src/ledger/quantities.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'

const FEW = 10
const ROUNDS = 300
const OWNERS = { many: `0x${'1'.repeat(40)}`, few: `0x${'2'.repeat(40)}` } as const

let block = 0
function fill(owner: string, side: Fill['side'], shares: number): Fill {
  block++
  const tx = `0x${block.toString(16).padStart(64, '0')}`
  const place = { block, logIndex: 0, tx, time: 1_770_000_000 + block }
  const unknown = { exchange: null, counterparty: null, orderHash: null, role: 'TAKER', fee: 0, feeIn: 'USD' }
  const terms = { owner, token: '1000', side, shares: shares * MICRO, usd: (shares * MICRO) / 2 }
  return { ...place, ...unknown, ...terms, kind: 'FILL' } as Fill
}

/** Milliseconds that one fill takes, the middle of the rounds. */
async function measured(
  db: Database,
  side: Fill['side'],
  shares: number,
): Promise<Record<keyof typeof OWNERS, number>> {
  const took = { many: [] as number[], few: [] as number[] }
  for (let round = 0; round < ROUNDS; round++)
    for (const name of ['many', 'few'] as const) {
      const one = fill(OWNERS[name], side, shares)
      const start = performance.now()
      await ingestRecords(db, [one])
      took[name].push(performance.now() - start)
    }
  const middle = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  return { many: middle(took.many), few: middle(took.few) }
}

const lots = Number(process.argv[2] ?? 100_000)
const folder = mkdtempSync(join(tmpdir(), 'pequod-bench-'))
try {
  const { db, close } = await openStore({ kind: 'sqlite', path: join(folder, 'pequod.db') })
  const some = (owner: string, count: number) => Array.from({ length: count }, () => fill(owner, 'BUY', 2))
  await ingestRecords(db, [...some(OWNERS.many, lots), ...some(OWNERS.few, FEW)])
  for (const [name, side, shares] of [
    ['purchase', 'BUY', 2],
    ['sale', 'SELL', 1],
  ] as const) {
    const { many, few } = await measured(db, side, shares)
    console.log(
      `${name}: ${many.toFixed(2)} ms with ${lots.toLocaleString('en')} open lots, ${few.toFixed(2)} ms with ${FEW} to ${FEW + ROUNDS}, ${(many / few).toFixed(2)} ×`,
    )
  }
  await close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
