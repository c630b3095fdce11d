import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { verifyAll } from '../../src/cli/checks/verify-all.ts'
import { wallet } from '../chain/support/encoded-logs.ts'
import { runPequod, temporaryFolder } from '../cli/support/run-pequod.ts'
import { databaseUrl, startFollower } from '../cli/support/running-follower.ts'
import { type Anvil, anvilTests, startAnvil } from '../sources/support/anvil.ts'
import { mineFill } from '../sources/support/mine-fill.ts'
import { preparations, randomSteps, tell } from '../sources/support/story.ts'
import { deployOnPolygon, type Venue } from '../sources/support/venue.ts'
import { describeEngines } from '../store/support/engines.ts'
import { startService } from './support/running-service.ts'

/** Maximum time from a block to its fills on the boards, with the required confirmations. */
const WITHIN_MS = 240_000
/** An anonymous caller's five requests a second are enough. */
const LOOK_EVERY_MS = 400
const BLOCKS = { perTransaction: 3, perBlock: 9 }

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let anvil: Anvil
let venue: Venue
let seed = 7_000

beforeAll(async () => {
  folder = await temporaryFolder()
  if (!anvilTests) return
  anvil = await startAnvil('--chain-id', '137')
  venue = await deployOnPolygon(anvil)
  await tell(anvil, venue, [...preparations(), ...randomSteps(120, seed++)], BLOCKS)
})
afterAll(async () => {
  await anvil?.close()
  await folder.remove()
})

async function tradersOnBoard(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/v1/leaderboard/volume-all?limit=100`)
  if (!answer.ok) return []
  const { entries } = (await answer.json()) as { entries: { address: string }[] }
  return entries.map(({ address }) => address)
}

/** Waits until the board is as it should be; answers how long that took, in milliseconds. */
async function untilBoard(url: string, isRight: (traders: string[]) => boolean): Promise<number> {
  const began = performance.now()
  while (!isRight(await tradersOnBoard(url))) {
    if (performance.now() - began > WITHIN_MS) throw new Error('the board did not follow in time')
    await sleep(LOOK_EVERY_MS)
  }
  return performance.now() - began
}

describeEngines('pequod follow', (open, engine) => {
  // Faster than the 20 s that a person gets who sets nothing, so that three waits do not make a minute of the test.
  const pace = ['--refresh-every', '1']

  test.runIf(anvilTests)('publishes new fills in time, and undoes reorganised blocks', async () => {
    const store = await open()
    // Live for the anonymous caller who looks at the board.
    const env = { DATABASE_URL: databaseUrl(store.address), RPC_URL: anvil.url, WHALE_DELAY_MINUTES: '0' }
    const service = await startService([], { cwd: folder.path, env: { ...env, LOG_LEVEL: 'silent' } })
    onTestFinished(async () => void (await service.end()))
    const follower = startFollower(['--from', '0', '--confirmations', '1', ...pace], {
      cwd: folder.path,
      env,
    })
    onTestFinished(async () => void (await follower.end('SIGKILL')))
    await follower.until(/Published/)

    const [stays, goes, comes] = ['stays', 'goes', 'comes'].map((name) => wallet(`${engine} ${name}`))
    if (!stays || !goes || !comes) throw new Error('three wallets are needed')
    await mineFill({ anvil, venue }, stays)
    const seen = await untilBoard(service.url, (traders) => traders.includes(stays))
    await mineFill({ anvil, venue }, goes)
    await untilBoard(service.url, (traders) => traders.includes(goes))

    await anvil.call('anvil_reorg', 2, [])
    await mineFill({ anvil, venue }, comes)
    const undone = await untilBoard(
      service.url,
      (traders) => traders.includes(comes) && traders.includes(stays) && !traders.includes(goes),
    )
    expect(follower.said()).toMatch(/Chain reorganization: rolled back block \d+ and later\./)

    const ended = await follower.end()
    expect(ended).toMatchObject({ status: 0, signal: null })
    expect(ended.stdout).toMatch(/^Stopped before block \d+; \d+ new events\.\n$/)
    expect(await verifyAll(store.db)).toMatchObject({ holds: true, changed: false })
    console.log(
      `${engine}: a fill was on the board ${Math.round(seen)} ms after its block, ` +
        `a reorganisation ${Math.round(undone)} ms after, the end took ${Math.round(ended.milliseconds)} ms`,
    )
  })

  test.runIf(anvilTests)(
    'runs in one of two processes, and in the other as soon as that one dies',
    async () => {
      const store = await open()
      const env = { DATABASE_URL: databaseUrl(store.address), RPC_URL: anvil.url }
      const start = () => startFollower(['--from', '0', '--no-refresh'], { cwd: folder.path, env })
      const first = start()
      await first.until(/Block \d+: /)
      const second = start()
      onTestFinished(async () => void (await second.end('SIGKILL')))
      await second.until(/Another process is following the chain into this store: waiting to take over\./)
      expect(second.said()).not.toMatch(/Following/)
      await first.end('SIGKILL')
      await second.until(/Following the chain/)
      expect(await second.end()).toMatchObject({ status: 0, signal: null })
    },
  )

  test.runIf(anvilTests)('ends with status 0 when stopped before any event', async () => {
    const store = await open()
    const env = { DATABASE_URL: databaseUrl(store.address), RPC_URL: anvil.url }
    const follower = startFollower(['--confirmations', '100000'], { cwd: folder.path, env })
    await follower.until(/Following the chain, 100000 blocks behind its head\./)
    expect(await follower.end('SIGINT')).toMatchObject({ status: 0, signal: null })
  })
})

test.runIf(anvilTests)('refuses another chain than Polygon in one sentence', async () => {
  const other = await startAnvil()
  onTestFinished(() => other.close())
  const env = { RPC_URL: other.url, DATABASE_URL: 'sqlite:never.db' }
  expect(await runPequod(['follow'], { cwd: folder.path, env })).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The node is on chain 31337, not 137: check RPC_URL.\n',
  })
})
