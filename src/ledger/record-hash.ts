import { createHash } from 'node:crypto'

/** The hash before the first record of the chain. */
export const GENESIS: Uint8Array = Buffer.alloc(32)

/** SHA-256 of the hash before and of the record as JSON without spaces, in UTF-8. */
export function recordHash(before: Uint8Array, record: readonly unknown[]): Uint8Array {
  return createHash('sha256').update(before).update(JSON.stringify(record)).digest()
}

/** The end of a chain: its last record's number and hash. */
export interface ChainHead {
  seq: number
  hash: Uint8Array
}

/** The end of a chain without a record. */
export const EMPTY_CHAIN: ChainHead = { seq: 0, hash: GENESIS }

/** Numbers and hashes records that follow the end of a chain, in order. */
export function chained<Record>(
  head: ChainHead,
  records: readonly Record[],
  hashOf: (before: Uint8Array, seq: number, record: Record) => Uint8Array,
): (Record & ChainHead)[] {
  let { seq, hash } = head
  return records.map((record) => {
    hash = hashOf(hash, ++seq, record)
    return { ...record, seq, hash }
  })
}

/** Faults that are named; the others are counted. */
const SHOWN = 20

export interface ChainFaults {
  /** A sentence for each: the first 20. */
  wrong: string[]
  failed: number
}

/** Adds a fault to those found before. */
export function addFault(found: ChainFaults, sentence: string): void {
  found.failed++
  if (found.wrong.length < SHOWN) found.wrong.push(sentence)
}

/**
 * Makes every hash of a chain again, from its first record on, and adds what does not hold to the faults.
 * @param name of a record, as sentences say it
 * @param count is given each record
 */
export async function checkChain<Row extends { seq: number; hash: Uint8Array }>(
  rows: AsyncIterable<Row>,
  {
    found,
    name,
    hashOf,
    count,
  }: {
    found: ChainFaults
    name: string
    hashOf(before: Uint8Array, row: Row): Uint8Array
    count(row: Row): void
  },
): Promise<void> {
  let before = GENESIS
  let seq = 0
  for await (const row of rows) {
    count(row)
    seq++
    if (row.seq !== seq) addFault(found, `${name} ${seq} is missing`)
    else if (Buffer.compare(hashOf(before, row), row.hash) !== 0)
      addFault(found, `${name} ${seq} has another hash`)
    // From here on as stored: a changed record is reported once, not with all that follow it.
    before = row.hash
    seq = row.seq
  }
}
