import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, inject } from 'vitest'
import { openStore, type Store } from '../../../src/migrations/open-store.ts'
import type { StoreAddress } from '../../../src/store/engine/database.ts'
import { isWholeLane } from '../../support/lane.ts'
import { administer, createDatabase, type WorldName, worldDatabase, worldFile } from '../../support/worlds.ts'

/** Where a store of its own is, and a way to open it (again, for a second connection). */
export interface FreshStore extends Store {
  address: StoreAddress
}

/** Opens a new store, empty or of a shared world; it is closed and removed when the suite is done. */
export type OpenFresh = (world?: WorldName) => Promise<FreshStore>

/** Runs a suite on SQLite and, in the whole lane, on PostgreSQL, or only on some `engines`. */
export function describeEngines(
  name: string,
  suite: (open: OpenFresh, engine: StoreAddress['kind']) => void,
  engines: readonly StoreAddress['kind'][] = isWholeLane ? ['sqlite', 'postgres'] : ['sqlite'],
): void {
  describe.each(engines)(`${name} (%s)`, (engine) => {
    const cleanups: (() => Promise<void>)[] = []
    afterAll(async () => {
      for (const cleanup of cleanups.reverse()) await cleanup()
    })
    suite(async (world) => {
      const { address, remove } = await newPlace(engine, world)
      cleanups.push(remove)
      const store = await openStore(address)
      cleanups.push(() => store.close())
      return { ...store, address }
    }, engine)
  })
}

/** Where a new store is: a copy of the empty one, or of a world's. */
export interface Place {
  address: StoreAddress
  remove(): Promise<void>
}

/** Makes a place for a store of an engine. */
export function newPlace(engine: StoreAddress['kind'], world?: WorldName): Promise<Place> {
  return engine === 'sqlite' ? newFile(world) : newDatabase(world)
}

async function newFile(world?: WorldName): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-store-'))
  const path = join(folder, 'test.db')
  await copyFile(world ? await worldFile(world) : inject('sqliteTemplate'), path)
  return {
    address: { kind: 'sqlite', path },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function newDatabase(world?: WorldName): Promise<Place> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // Made when something is sealed.
  const folder = join(tmpdir(), `pequod-${name}`)
  await createDatabase(name, world ? await worldDatabase(world) : inject('postgresTemplate'))
  return {
    address: { kind: 'postgres', url: `${inject('postgresUrl')}/${name}`, data: { folder } },
    async remove() {
      await administer(`DROP DATABASE ${name} WITH (FORCE)`)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
