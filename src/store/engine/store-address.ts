import type { DataOptions } from './duckdb.ts'

/** The location of the store. */
export type StoreAddress = ({ kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }) & {
  /** Where sealed events are. @default a folder beside the SQLite file, or `pequod-data` */
  data?: DataOptions | undefined
}
