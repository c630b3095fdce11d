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
    const address = { kind: 'sqlite', path: join(folder, 'pequod.db') } as const
    const { value: store, ...making } = await timed(() => makeMarketStore(address, holdersShape(traders)))
    const { db, close } = store
    console.log(`${count(traders)} traders: store made in ${said(making)}`)
    const publishing = await timed(() => refresh(db))
    console.log(`published in ${said(publishing)}`)
    const day = await lastClosedDay(db, 0)
    const records = async () => ({ chains: [], alerts: [], rules: [] })
    const seal = () => sealDay(db, day, { origin: 'bench', key: null, now: 1, delayMinutes: 0, records })
    const sealing = await timed(seal)
    console.log(`sealed in ${said(sealing)}`)
    const again = await timed(seal)
    const log = createDayLog(db, null)
    const proofs: Time[] = []
    for (let proof = 0; proof < PROOFS; proof++) {
      const address = walletOf(Math.floor((proof * traders) / PROOFS))
      proofs.push(await timed(() => log.prove({ address, day, full: false })))
    }
    await close()
    console.log(
      `roots, ${count(traders)} traders: publish ${publishing.ms.toFixed(0)} ms, seal a day ${sealing.ms.toFixed(0)} ms, ` +
        `${(sealing.ms / publishing.ms).toFixed(2)} × the publish, ${(sealing.cpu / publishing.cpu).toFixed(2)} × by processor time; ` +
        `again ${again.ms.toFixed(0)} ms; a short proof ${spread(
          proofs.map(({ ms }) => ms),
          1,
        )} ms, ` +
        `${spread(
          proofs.map(({ cpu }) => cpu * 1000),
          1,
        )} ms of processor`,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Time {
  ms: number
  /** Seconds of processor, of all threads. */
  cpu: number
}

async function timed<Value>(work: () => Promise<Value>): Promise<Time & { value: Value }> {
  const [began, used] = [performance.now(), process.cpuUsage()]
  const value = await work()
  const { user, system } = process.cpuUsage(used)
  return { value, ms: performance.now() - began, cpu: (user + system) / 1e6 }
}

function said({ ms, cpu }: Time): string {
  return `${(ms / 1000).toFixed(1)} s, ${cpu.toFixed(1)} of processor`
}
