import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { issueKey } from '../../src/accounts/account-keys.ts'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { dayOf } from '../../src/ledger/quantities.ts'
import { temporaryFolder } from '../cli/support/run-pequod.ts'
import type { FaultGroup, FaultOptions } from './fault.ts'
import { ask } from './traffic.ts'
import { whileAsked } from './while-asked.ts'
import { startWorld, type World } from './world.ts'

const JUMPS: Readonly<Record<string, number>> = { 'clock-forward': 3_600, 'clock-back': -3_600 }
const CLOCK = fileURLToPath(new URL('jumping-clock.ts', import.meta.url))
/** Milliseconds after which a change of an account must apply; the guide promises two seconds. */
const HOLDS_AFTER = 3_000

/** The service's clock jumps by an hour, and back again. */
export const CLOCK_FAULTS: FaultGroup = {
  names: Object.keys(JUMPS),
  async open() {
    const folder = await temporaryFolder()
    const world = await startWorld({ kind: 'sqlite', path: join(folder.path, 'world.db') })
    return {
      run: (name, options) => jumpBy(world, JUMPS[name] ?? 0, options),
      async close() {
        await world.close()
        await folder.remove()
      },
    }
  },
}

async function jumpBy(world: World, seconds: number, options: FaultOptions) {
  const now = Date.now() / 1_000
  // Labels of anonymous callers change with the day, and the service it is compared with stays in this one.
  assert.equal(dayOf(now), dayOf(now + seconds), 'an hour from now is another day: run this later')
  const service = await world.serve({
    NODE_OPTIONS: `--import=${CLOCK}`,
    CLOCK_JUMP_SECONDS: String(seconds),
  })
  // Tokens end after ten minutes, by the clock.
  const askers = world.askers.filter(({ headers }) => !('authorization' in headers))
  const jump = () => service.kill('SIGUSR2')
  try {
    const begin = async () => {
      const revoke = await usedKey(world, service.url)
      jump()
      await revoke()
    }
    return await whileAsked({ ...world, askers }, service.url, { begin, end: jump }, options)
  } finally {
    await service.end('SIGKILL')
  }
}

/** A key that the service has just taken. @returns revokes it, and looks that this holds in spite of the clock */
async function usedKey({ store }: World, url: string): Promise<() => Promise<void>> {
  const accounts = createAccountStore(store.db)
  const { id: accountId } = await accounts.ensureAccount('starbuck')
  const { key, row } = await issueKey(accounts, { accountId, name: 'watch', expiresAt: null })
  const asker = { name: 'starbuck', headers: { 'x-api-key': key } }
  const status = async () => (await ask(url, asker, { path: '/v1/smart-money' })).status
  assert.equal(await status(), 200)
  return async () => {
    await accounts.revokeKey(accountId, row.id, Math.floor(Date.now() / 1_000))
    await sleep(HOLDS_AFTER)
    assert.equal(await status(), 401, 'a revoked key is taken still')
  }
}
