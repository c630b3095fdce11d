import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { takeFollowerLock } from '../../src/store/engine/locks.ts'
import { wallet } from '../chain/support/encoded-logs.ts'
import { runPequod } from '../cli/support/run-pequod.ts'
import type { RunningFollower } from '../cli/support/running-follower.ts'
import { mineFill } from '../sources/support/mine-fill.ts'
import { type FollowerScene, openFollowerScene } from './follower-scene.ts'

/** The operating guide's limit of a takeover, in milliseconds. */
const TAKEN_OVER_MS = 10_000
/** A process and its pooler go away for longer than any of them is waited for. */
const HANG_MS = 12_000
/** How often the pooler is killed while blocks come. */
const ROUNDS = 4

/**
 * Checks, one line each, that one of several processes using PgBouncer follows the chain, and that another one takes
 * over when it dies, hangs, or is cut off with the pooler.
 * @param server the primary
 */
export async function* checkFollower(server: string): AsyncGenerator<string> {
  const scene = await openFollowerScene(server)
  try {
    yield await oneFollows(scene)
    yield await waitingCostsNothing(scene)
    yield await killedFollower(scene)
    yield await hungFollower(scene)
    yield await restartedPooler(scene)
    yield await poolerGoesWhileBusy(scene)
    yield await hungPooler(scene)
    yield await wholeLedger(scene)
  } finally {
    await scene.close()
  }
}

async function oneFollows(scene: FollowerScene): Promise<string> {
  const first = scene.start()
  await first.until(/Following the chain/)
  const second = scene.start()
  await second.until(/Another process is following the chain into this store: waiting to take over\./)
  assert.equal(await takeFollowerLock({ kind: 'postgres', url: scene.direct }), null)
  assert.equal(soleHolder(scene), first)
  return 'of two that would follow through PgBouncer one does, and one that asks the primary itself waits too'
}

/** A waiting process polls every second, which must not make the pooler open a connection each time. */
async function waitingCostsNothing({ store }: FollowerScene): Promise<string> {
  const opened = async () => {
    const row = await store.db.get<{ sessions: number }>(
      'SELECT CAST(sessions AS INTEGER) AS sessions FROM pg_stat_database WHERE datname = current_database()',
    )
    return row?.sessions ?? 0
  }
  const before = await opened()
  await sleep(5_000)
  const more = (await opened()) - before
  assert.ok(more <= 1, `${more} connections in five seconds`)
  return `one that waits for five seconds opens ${more} connections to the primary`
}

async function killedFollower(scene: FollowerScene): Promise<string> {
  const holder = soleHolder(scene)
  await holder.end('SIGKILL')
  const ms = await untilOther(scene, holder)
  return `the follower killed: another one follows after ${seconds(ms)} s`
}

async function hungFollower(scene: FollowerScene): Promise<string> {
  const holder = soleHolder(scene)
  const other = scene.start()
  await other.until(/waiting to take over/)
  holder.signal('SIGSTOP')
  await mineFill(scene, wallet('while it hangs'))
  const ms = await untilOther(scene, holder)
  await untilKnown(scene, 'while it hangs')
  holder.signal('SIGCONT')
  await holder.until(/Another process has taken over following: waiting to take over again\./)
  assert.equal(soleHolder(scene), other)
  return `the follower hung: another one follows after ${seconds(ms)} s; continued, the hung one knows that it lost its place`
}

async function restartedPooler(scene: FollowerScene): Promise<string> {
  const holder = soleHolder(scene)
  await scene.pooler.stop()
  await holder.until(/has taken over following/)
  const free = await takeFollowerLock({ kind: 'postgres', url: scene.direct })
  assert.notEqual(free, null, 'the lock is free once its pooler is gone')
  await free?.release()
  await scene.pooler.start()
  const ms = await untilOther(scene, null)
  await mineFill(scene, wallet('after the restart'))
  await untilKnown(scene, 'after the restart')
  soleHolder(scene)
  return `PgBouncer killed frees the lock; started again, one of two follows after ${seconds(ms)} s`
}

/** The pooler goes in the midst of transactions: which connection is noticed first must not matter. */
async function poolerGoesWhileBusy(scene: FollowerScene): Promise<string> {
  for (let round = 0; round < ROUNDS; round++) {
    const wallets = Array.from({ length: 20 }, (_, i) => wallet(`busy ${round} ${i}`))
    const mining = (async () => {
      for (const trader of wallets) await mineFill(scene, trader)
    })()
    await sleep(300)
    await scene.pooler.stop()
    await mining
    await scene.pooler.start()
    await untilKnown(scene, `busy ${round} ${wallets.length - 1}`)
    assert.ok(scene.followers.filter((one) => one.isRunning()).length === 2, 'a follower ended')
  }
  return `PgBouncer killed ${ROUNDS} times while blocks come: both go on`
}

async function hungPooler(scene: FollowerScene): Promise<string> {
  // The process that lost its pooler may have all blocks already, and be waiting for its turn.
  await until(async () => scene.followers.some(follows))
  const holder = soleHolder(scene)
  const before = turnsLost(holder)
  scene.pooler.hang()
  await sleep(HANG_MS)
  const free = await takeFollowerLock({ kind: 'postgres', url: scene.direct })
  assert.notEqual(free, null, 'the lock is free once its pooler hangs')
  await free?.release()
  scene.pooler.resume()
  const ms = await until(async () => turnsLost(holder) > before && scene.followers.some(follows))
  await mineFill(scene, wallet('after the hang'))
  await untilKnown(scene, 'after the hang')
  soleHolder(scene)
  return `PgBouncer hung frees the lock; going on, one of two follows after ${seconds(ms)} s`
}

async function wholeLedger({ direct, cwd, followers }: FollowerScene): Promise<string> {
  for (const follower of followers) await follower.end()
  const { status, stdout, stderr } = await runPequod(['verify'], { cwd, env: { DATABASE_URL: direct } })
  assert.equal(status, 0, stdout + stderr)
  return 'nothing is missing and nothing twice after all that: verify passes'
}

/** Counts a process's losses of the lock. */
function turnsLost(follower: RunningFollower): number {
  return follower.said().match(/has taken over following/g)?.length ?? 0
}

/** Whether a process follows, by its last message about that. */
function follows(follower: RunningFollower): boolean {
  const said = [...follower.said().matchAll(/Following the chain|waiting to take over/g)].at(-1)?.[0]
  return said === 'Following the chain' && follower.isRunning()
}

/** The process that follows; throws for none or two. */
function soleHolder({ followers }: FollowerScene): RunningFollower {
  const [holder, ...more] = followers.filter(follows)
  assert.ok(holder !== undefined && more.length === 0, followers.map((one) => one.said()).join('\n---\n'))
  return holder
}

/** Waits until somebody else than `before` follows; answers how long that took, in milliseconds. */
function untilOther({ followers }: FollowerScene, before: RunningFollower | null): Promise<number> {
  return until(async () => followers.some((one) => one !== before && follows(one)))
}

/** Waits until the ledger knows the wallet of a fill. */
function untilKnown({ store }: FollowerScene, name: string): Promise<number> {
  const text = 'SELECT id FROM traders WHERE address = ?'
  return until(async () => (await store.db.get(text, [wallet(name)])) !== undefined)
}

async function until(isSo: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (!(await isSo())) {
    assert.ok(performance.now() - began < TAKEN_OVER_MS, 'it had no effect in ten seconds')
    await sleep(50)
  }
  return performance.now() - began
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(1)
}
