import { promisify } from 'node:util'
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { PequodError } from '../../errors.ts'
import { dayOf } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import type { ComputeAsOf } from './read-as-of.ts'
import { firstDayOf, readLabel } from './read-boards.ts'
import { readScreenColumn, type StandingsOf } from './snapshot-columns.ts'
import type { ScreenTable, Snapshot, SnapshotReader } from './snapshot-reader.ts'
import { bytesOf } from './standings.ts'

/** The name under which the ids of a screen's traders are stored. */
export const TRADERS_COLUMN = 'trader'

const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** A column as it is stored: doubles, NaN for an unknown number. */
export function packScreenColumn(values: Float64Array): Buffer {
  return zstdCompressSync(bytesOf(values), FAST)
}

const decompress = promisify(zstdDecompress)

async function unpackScreenColumn(bytes: Uint8Array): Promise<Float64Array> {
  // Copied: a buffer need not be aligned.
  return new Float64Array(new Uint8Array(await decompress(bytes)).buffer)
}

/** Bytes of columns that are kept in memory, of all screens together. */
const KEPT_BYTES = 256 * 2 ** 20

interface Kept {
  values: Promise<Float64Array | null>
  bytes: number
}

/** A screen, and the limiter's key of the caller. */
interface Asked {
  snapshot: Snapshot
  of: StandingsOf
  caller: string
}

/** A reader of screens that keeps the columns that were read last, and computes those that are not in the store. */
export function createScreenReader(
  sql: Sql,
  compute: ComputeAsOf,
  hidden: () => Promise<ReadonlySet<number>>,
): Pick<SnapshotReader, 'screen'> {
  const columns = new LRUCache<string, Kept>({ maxSize: KEPT_BYTES, sizeCalculation: ({ bytes }) => bytes })
  const read = (snapshot: Snapshot, of: StandingsOf, number: string): Promise<Float64Array | null> => {
    const key = `${keyOf(snapshot, of)} ${number}`
    const known = columns.get(key)
    if (known !== undefined) return known.values
    const values = readScreenColumn(sql, snapshot, of, number).then(
      (bytes) => bytes && unpackScreenColumn(bytes),
    )
    // Its size is not known until it is read.
    columns.set(key, { values, bytes: 1 })
    values.then(
      (own) => {
        if (own === null) columns.delete(key)
        else columns.set(key, { values, bytes: own.byteLength + 1 })
      },
      () => columns.delete(key),
    )
    return values
  }
  const readOrCompute = async ({ snapshot, of, caller }: Asked, number: string): Promise<Float64Array> => {
    const known = await read(snapshot, of, number)
    if (known !== null) return known
    await compute(dayOf(snapshot.cutoff.time), caller, { snapshot: snapshot.id, ...of, isScreen: true })
    const computed = await read(snapshot, of, number)
    if (computed === null) throw replaced()
    return computed
  }
  const forget = (screen: string) => {
    for (const key of columns.keys()) if (key.startsWith(`${screen} `)) columns.delete(key)
  }
  return {
    async screen(snapshot, { window, category, tag = null }, caller = 'process') {
      const label = await readLabel(sql, { category, tag })
      const firstDay = 'code' in window ? firstDayOf({ period: window }, snapshot) : window.from
      const shown = await hidden()
      if (label === null) return emptyTable(keyOf(snapshot, { firstDay, category: 0 }), shown)
      const asked = { snapshot, of: { firstDay, category: label }, caller }
      const key = keyOf(snapshot, asked.of)
      const traders = await readOrCompute(asked, TRADERS_COLUMN)
      return {
        key,
        ids: traders,
        hidden: shown,
        async column(id) {
          const values = await readOrCompute(asked, id)
          if (values.length === traders.length) return values
          // A trader opted out between two computations of the screen.
          forget(key)
          throw replaced()
        },
      }
    },
  }
}

/** The screen, or its snapshot, was replaced while it was read. */
function replaced(): PequodError {
  return new PequodError('SERVICE_UNAVAILABLE', 'The screen has just been replaced: retry.', {
    retryAfter: 1,
  })
}

/** The table of a category or a tag that no market has. */
function emptyTable(key: string, hidden: ReadonlySet<number>): ScreenTable {
  const none = new Float64Array()
  return { key: `${key} none`, ids: none, hidden, column: async () => none }
}

function keyOf({ id, generatedAt }: Snapshot, { firstDay, category }: StandingsOf): string {
  return [id, generatedAt, firstDay, category].join(' ')
}
