import type { LogRefusal } from '../rpc/check-logs.ts'

/** The columns of staged fills: DuckDB's types by name. Addresses are lower case with `0x`; amounts are in millionths. */
export const STAGED_COLUMNS = {
  /** Block · 2^20 + log index. */
  key: 'BIGINT',
  /** 32 bytes. */
  tx: 'BLOB',
  /** Seconds. */
  time: 'BIGINT',
  exchange: 'VARCHAR',
  owner: 'VARCHAR',
  counterparty: 'VARCHAR',
  /** 0 MAKER, 1 TAKER, null unknown. */
  role: 'TINYINT',
  /** 0 BUY, 1 SELL. */
  side: 'TINYINT',
  /** The token's id in decimal. */
  token: 'VARCHAR',
  shares: 'BIGINT',
  usd: 'BIGINT',
  fee: 'BIGINT',
  /** 0 USD, 1 SHARES. */
  fee_in: 'TINYINT',
  /** 32 bytes or null. */
  order_hash: 'BLOB',
} as const

/** Some blocks of a data set, which are staged together. Every row of a transaction is in one stretch. */
export interface Stretch {
  layout: 'TRADES' | 'ORDERS' | 'FILLED'
  /** The first and the last block that the stretch may hold, both included. */
  blocks: readonly [first: number, last: number]
  /** Rows of the files, as they are written there. */
  rows: number
  /**
   * Hex that identifies these rows of these files: their sizes, the hash of their first and last 64 KiB, the blocks,
   * and how they are read. Paths are not included, so a folder may be moved. Files added for later blocks change only
   * the last stretch. A stretch that was fully imported without refusals need not be staged again.
   */
  identity: string
}

/** A stretch as fills that any connection of the segments' engine can read, until it is dropped. */
export interface StagedFills {
  stretch: Stretch
  /**
   * The text after FROM: the {@link STAGED_COLUMNS}, a row for each fill of an order, unordered; a fill that the files
   * hold twice may appear twice, with equal columns.
   */
  from: string
  /** True: no fill appears twice. */
  areDistinct: boolean
  /** Rows of `from`. */
  fills: number
  /** Number of rows refused, each passed to the stage's `onRefusal` with its reason. Fills of infrastructure are not refused. */
  refused: number
  /** Removes the files. */
  drop(): Promise<void>
}

/** The fills of data sets, a stretch of blocks after the other. */
export interface FillStage {
  /** By layout, then by block. */
  stretches: readonly Stretch[]
  stage(stretch: Stretch): Promise<StagedFills>
  close(): Promise<void>
}

export interface StageOptions {
  /** Called with each refused row. */
  onRefusal?(refusal: LogRefusal): void
  signal?: AbortSignal | undefined
  /** Rows of a stretch, about; blocks that are counted together stay together. @default 5000000 */
  stretchRows?: number | undefined
  /** Called before text is converted, with about how many bytes of files that takes in the data folder. */
  onTemporaryFiles?(bytes: number): void
}
