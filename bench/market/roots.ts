/**
 * The log of days: sealing the last closed day of everybody against publishing, sealing it again when nothing changed, and a
 * short proof of some traders, in one process.
 *
 *   npx node bench/market/roots.ts [traders, default 100,000]...
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { lastClosedDay, sealDay } from '../../src/roots/day-log.ts'
import { createDayLog } from '../../src/roots/prove.ts'
import { spread } from '../run/spread.ts'
import { makeMarketStore, walletOf } from './market-store.ts'
import { holdersShape } from './shapes.ts'

const PROOFS = 20
const count = (number: number) => number.toLocaleString('en')

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [100_000]
for (const traders of sizes) await measure(traders)

async function measure(traders: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-roots-'))
  try {
    const began = performance.now()
    const { db, close } = await makeMarketStore(
      { kind: 'sqlite', path: join(folder, 'pequod.db') },
      holdersShape(traders),
    )
    console.log(
      `${count(traders)} traders: store made in ${((performance.now() - began) / 1000).toFixed(0)} s`,
    )
    const publishing = await timed(() => refresh(db))
    console.log(`published in ${(publishing / 1000).toFixed(0)} s`)
    const day = await lastClosedDay(db, 0)
    const records = async () => ({ chains: [], alerts: [], rules: [] })
    const seal = () => sealDay(db, day, { origin: 'bench', key: null, now: 1, delayMinutes: 0, records })
    const sealing = await timed(seal)
    const again = await timed(seal)
    const log = createDayLog(db, null)
    const proofs: number[] = []
    for (let proof = 0; proof < PROOFS; proof++) {
      const address = walletOf(Math.floor((proof * traders) / PROOFS))
      proofs.push(await timed(() => log.prove({ address, day, full: false })))
    }
    await close()
    console.log(
      `roots, ${count(traders)} traders: publish ${publishing.toFixed(0)} ms, seal a day ${sealing.toFixed(0)} ms, ` +
        `${(sealing / publishing).toFixed(2)} × the publish; again ${again.toFixed(0)} ms; a short proof ${spread(proofs, 1)} ms`,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
