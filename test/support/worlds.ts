import { existsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { inject } from 'vitest'
import { seed } from '../../seeds/world/demo.ts'
import { demoWorld } from '../../seeds/world/world.ts'
import type { WorldOptions } from '../../seeds/world/world-options.ts'
import type { SourceRecord } from '../../src/ledger/event.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import type { StoreAddress } from '../../src/store/engine/database.ts'

/** The simulated worlds that tests share, by name. */
export const WORLDS = {
  /** More traders than a page has rows. */
  crowd: { traders: 300, days: 12, markets: 20 },
  /** Few traders over a long time: rows on every board except `sharpe-7d`. */
  boards: { traders: 40, days: 75, markets: 120 },
  /** Enough of a past to seal, and of trading for alerts. */
  small: { traders: 40, days: 12, markets: 8 },
  /** The fewest events from which traders are ranked. */
  days: { traders: 40, days: 4, markets: 6 },
} as const satisfies Record<string, WorldOptions>

export type WorldName = keyof typeof WORLDS

/** Returns a world's records in order. */
export function recordsOf(world: WorldName): SourceRecord[] {
  return [...demoWorld(WORLDS[world])]
}

/** Returns the file of a store that holds a world and a snapshot of it, built once in a run; only to be copied. */
export function worldFile(world: WorldName): Promise<string> {
  return builtOnce(`${world}.db`, (path) => publish(world, { kind: 'sqlite', path }))
}

/** Returns the name of a database of PostgreSQL that holds a world and a snapshot of it, built once in a run. */
export async function worldDatabase(world: WorldName): Promise<string> {
  const name = `world_${world}`
  await builtOnce(name, async (path) => {
    const server = inject('postgresUrl')
    await createDatabase(name, inject('postgresTemplate'))
    await publish(world, { kind: 'postgres', url: `${server}/${name}` })
    await writeFile(path, '')
  })
  return name
}

async function publish(world: WorldName, address: StoreAddress): Promise<void> {
  const store = await openStore(address)
  await seed(store, { world: WORLDS[world] })
  await refresh(store.db)
  await store.close()
}

/** Creates a database of PostgreSQL as a copy of another, to which nobody is connected. */
export function createDatabase(name: string, template: string): Promise<void> {
  return administer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
}

/** Runs a statement on the server of PostgreSQL, outside its databases of tests. */
export async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${inject('postgresUrl')}/postgres` })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Builds a file in the first test file that requests it, for every test file of the run.
 * @param build writes all of it at the given path
 */
async function builtOnce(name: string, build: (path: string) => Promise<void>): Promise<string> {
  const file = join(inject('builtFolder'), name)
  if (existsSync(file)) return file
  // Test files run in several processes: the others wait for a lock that a process releases even if it fails.
  const lock = new Database(`${file}.lock`, { timeout: 300_000 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    if (existsSync(file)) return file
    await build(`${file}.${process.pid}`)
    await rename(`${file}.${process.pid}`, file)
    return file
  } finally {
    lock.close()
  }
}
