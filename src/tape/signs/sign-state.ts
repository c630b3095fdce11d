import { deserialize, serialize } from 'node:v8'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Day } from '../../ledger/quantities.ts'
import { type Sql, upsert } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import type { Table } from '../../store/engine/table.ts'

/**
 * The state of the pass that computes signs, at the last close of a day that it has read: one row. A process goes on from it, and so
 * reads no event of an earlier day, unless an earlier day has changed since the ledger's version.
 */
export const SIGN_STATES = {
  name: 'sign_states',
  key: ['id'],
  notNull: 'all',
  columns: { id: 'int', format: 'int', day: 'int', version: 'int', state: 'blob' },
} as const satisfies Table

/** The form of the stored state: a state of another form is not read. */
const FORMAT = 2
/** Compressed bytes of the largest state that is stored: databases take a value of up to a gigabyte. */
const MOST_BYTES = 2 ** 29
/** Higher levels take many times as long for a sixth less. */
const QUICK = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** A state before the first event of a day, packed, and the ledger's version that it is of. */
export interface ClosedState {
  day: Day
  version: number
  bytes: Buffer
}

const STORED = statement((from) =>
  from(SIGN_STATES).select('day', 'version', 'state').where('id', 1).where('format', FORMAT),
)

/** Packs a state. */
export function packState(day: Day, version: number, state: unknown): ClosedState {
  return { day, version, bytes: serialize(state) }
}

/** The state that was packed, as a copy of its own. */
export function unpackState<State>({ bytes }: ClosedState): State {
  // Only `packState` of this form has packed it.
  return deserialize(bytes) as State
}

/** The stored state; null without one. */
export async function readClosedState(sql: Sql): Promise<ClosedState | null> {
  const row = await STORED.get(sql)
  if (row === undefined) return null
  const { day, version, state } = row
  return { day, version, bytes: zstdDecompressSync(state) }
}

/** Stores a state in place of the last one; one that is too large is dropped, and the next process reads every event. */
export async function writeClosedState(tx: Sql, { day, version, bytes }: ClosedState): Promise<void> {
  const state = zstdCompressSync(bytes, QUICK)
  if (state.byteLength <= MOST_BYTES)
    await upsert(tx, SIGN_STATES, [{ id: 1, format: FORMAT, day, version, state }])
}
