import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createRandom } from '../../seeds/world/random.ts'
import { verifyAll } from '../../src/cli/checks/verify-all.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import type { StoreAddress } from '../../src/store/engine/database.ts'
import { temporaryFolder } from '../cli/support/run-pequod.ts'
import { anvilTests, startAnvil } from '../sources/support/anvil.ts'
import { preparations, tell } from '../sources/support/story.ts'
import { deployOnPolygon } from '../sources/support/venue.ts'
import { describeEngines } from '../store/support/engines.ts'
import { advance, followToEnd, followWithKills, hashFollowed } from './support/crash-follow.ts'
import { writeCrashWorld } from './support/crash-world.ts'
import { hashStore } from './support/store-hashes.ts'

/** `npm run test:crash` asks for 50. */
const KILLS = Number(process.env.PEQUOD_CRASH_KILLS ?? '1')
/** Kills on the way to one finished store; then a new one is begun. */
const KILLS_PER_STORE = 10
const DRIVER = fileURLToPath(new URL('support/crash-driver.ts', import.meta.url))
const BINARIES = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url))

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let files: string
let lines: number
/** The contents of an uninterrupted store, its duration, and that of the raw history that comes first. */
let expected: Record<string, string>
let milliseconds: number
let loading: number

beforeAll(async () => {
  folder = await temporaryFolder()
  files = join(folder.path, 'files')
  await mkdir(files)
  lines = await writeCrashWorld(files)
  const address: StoreAddress = { kind: 'sqlite', path: join(folder.path, 'expected.db') }
  const driver = await startDriver(address, 'expected')
  const began = performance.now()
  await Promise.race([once(driver.child.stdout, 'data'), driver.ended])
  loading = performance.now() - began
  expect(await driver.ended).toMatchObject({ status: 0 })
  milliseconds = performance.now() - began
  expected = await hashOf(address)
  // Else no kill would meet a seal.
  expect(expected.segments).not.toMatch(/^0 rows/)
})
afterAll(() => folder.remove())

interface Driver {
  child: ChildProcessWithoutNullStreams
  ended: Promise<{ status: number | null; signal: NodeJS.Signals | null; said: string }>
}

/** Starts the driver, and waits until it has begun to work: Node's own start is not what is tested. */
async function startDriver(address: StoreAddress, name: string): Promise<Driver> {
  const DATABASE_URL = address.kind === 'sqlite' ? `sqlite:${address.path}` : address.url
  const PATH = `${BINARIES}${delimiter}${process.env.PATH ?? ''}`
  const child = spawn('node', [DRIVER, files, join(folder.path, `${name}.note`)], {
    env: { ...process.env, PATH, DATABASE_URL, DATA_DIR: address.data?.folder ?? '', TZ: 'UTC' },
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += String(chunk)
  })
  const ended = once(child, 'close').then(([status, signal]) => ({ status, signal, said }))
  await Promise.race([once(child.stdout, 'data'), ended])
  return { child, ended }
}

async function hashOf(address: StoreAddress): Promise<Record<string, string>> {
  const store = await openStore(address)
  try {
    return await hashStore(store.db)
  } finally {
    await store.close()
  }
}

/** Kills the driver after each wait while it works; answers how often it was killed before it was done. */
async function runWithKills(address: StoreAddress, name: string, waits: readonly number[]): Promise<number> {
  let kills = 0
  for (const wait of waits) {
    const driver = await startDriver(address, name)
    await Promise.race([setTimeout(wait), driver.ended])
    driver.child.kill('SIGKILL')
    const { status, signal, said } = await driver.ended
    expect(signal === 'SIGKILL' || status === 0, said).toBe(true)
    if (signal !== 'SIGKILL') return kills
    kills++
  }
  const last = await startDriver(address, name)
  expect(await last.ended).toMatchObject({ status: 0, said: '' })
  return kills
}

describeEngines('a store whose writers are killed', (open, engine) => {
  test(
    `is the same when killed, ${KILLS} times, as without`,
    async () => {
      const random = createRandom(KILLS, `crash ${engine}`)
      let kills = 0
      let stores = 0
      while (kills < KILLS) {
        const store = await open()
        const count = Math.min(KILLS_PER_STORE, KILLS - kills)
        // The first of three meet the load; most others get so far that the next one has work left.
        const waits = Array.from(
          { length: count },
          (_, i) => random.fraction() * (3 * i < count ? loading : (2 * milliseconds) / (count + 2)),
        )
        kills += await runWithKills(store.address, `${engine}-${stores++}`, waits)
        expect(await hashStore(store.db)).toEqual(expected)
        if (stores === 1) expect(await verifyAll(store.db)).toMatchObject({ holds: true })
        await store.close()
      }
      console.log(
        `${engine}: killed ${kills} times on the way to ${stores} stores of ${lines} lines; ` +
          `every one of ${Object.keys(expected).length} tables equals the uninterrupted run's (${Math.round(milliseconds)} ms)`,
      )
    },
    Math.max(300_000, KILLS * 6_000),
  )

  test.runIf(anvilTests)(
    `is the same when a follower is killed, ${KILLS} times, on a chain with reorganisations`,
    async () => {
      const anvil = await startAnvil('--chain-id', '137')
      onTestFinished(() => anvil.close())
      const venue = await deployOnPolygon(anvil)
      await tell(anvil, venue, preparations(), { perTransaction: 3, perBlock: 9 })
      const chain = { anvil, venue, random: createRandom(KILLS, `follow ${engine}`) }
      await advance(chain)
      // How long a following of one stretch takes, so that the kills meet it.
      const trial = await followToEnd(await open(), chain, folder.path)
      const killed = await open()
      const report = await followWithKills(killed, chain, folder.path, { kills: KILLS, milliseconds: trial })
      await followToEnd(killed, chain, folder.path)
      const whole = await open()
      await followToEnd(whole, chain, folder.path)
      const hashes = await hashFollowed(killed.db)
      expect(hashes).toEqual(await hashFollowed(whole.db))
      expect(await verifyAll(killed.db)).toMatchObject({ holds: true })
      console.log(
        `${engine}: a follower killed ${KILLS} times (${report.inTheMidst} before it had published, ${report.reorgs} ` +
          `reorganisations): ${Object.keys(hashes).length} hashes equal an uninterrupted follower's`,
      )
    },
    Math.max(300_000, KILLS * 8_000),
  )
})
