import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openStore, type Store } from '../../src/migrations/open-store.ts'
import { temporaryFolder } from '../cli/support/run-pequod.ts'
import { type RunningFollower, startFollower } from '../cli/support/running-follower.ts'
import { type Anvil, startAnvil } from '../sources/support/anvil.ts'
import { deployOnPolygon, type Venue } from '../sources/support/venue.ts'
import { type Pooler, startPooler } from './pooler.ts'

/** A chain, an empty database with a pooler of its own, and processes to follow the one into the other. */
export interface FollowerScene {
  anvil: Anvil
  venue: Venue
  /** The database itself, past the pooler. */
  direct: string
  pooler: Pooler
  /** The store, past the pooler. */
  store: Store
  cwd: string
  /** Everybody who was started, also those who were killed. */
  followers: RunningFollower[]
  /** Starts one more `pequod follow` through the pooler. */
  start(): RunningFollower
  close(): Promise<void>
}

/** Sets the scene, without a running follower. */
export async function openFollowerScene(server: string): Promise<FollowerScene> {
  const direct = await createDatabase(server)
  const store = await openStore({ kind: 'postgres', url: direct })
  const anvil = await startAnvil('--chain-id', '137')
  const venue = await deployOnPolygon(anvil)
  const [pooler, folder] = await Promise.all([startPooler(direct), temporaryFolder()])
  const env = { DATABASE_URL: pooler.url, RPC_URL: anvil.url }
  const followers: RunningFollower[] = []
  return {
    anvil,
    venue,
    direct,
    pooler,
    store,
    cwd: folder.path,
    followers,
    start() {
      const args = ['--from', '0', '--confirmations', '1', '--no-refresh']
      const follower = startFollower(args, { cwd: folder.path, env })
      followers.push(follower)
      return follower
    },
    async close() {
      for (const follower of followers) await follower.end('SIGKILL')
      await pooler.end()
      await store.close()
      await anvil.close()
      await folder.remove()
    },
  }
}

async function createDatabase(server: string): Promise<string> {
  const name = `followed_${randomBytes(4).toString('hex')}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return Object.assign(new URL(server), { pathname: name }).href
}
