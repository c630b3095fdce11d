import type { StoreAddress } from '../../../../src/store/engine/database.ts'

/** The parts that a chapter gets. */
export interface ChapterContext {
  /** An empty, migrated store of its own. */
  address: StoreAddress
  /** A folder of its own for files. */
  folder: string
  /** Does one thing, which its title names where it fails. */
  step<T>(name: string, work: () => Promise<T> | T): Promise<T>
}

/** A part of the scenario, over a store of its own. */
export type Chapter = (context: ChapterContext) => Promise<void>
