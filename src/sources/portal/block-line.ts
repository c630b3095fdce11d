import { isObject } from '../../checks.ts'
import type { Hash, Seconds } from '../../ledger/quantities.ts'
import { hashIn } from '../rpc/block-header.ts'
import { quantityOf } from '../rpc/quantity.ts'

/** A line is never longer: a block of Polygon full of the venue's events takes some megabytes. */
export const MAX_BLOCK_BYTES = 64 * 2 ** 20

/** A block as a portal writes it on one line. */
export interface BlockLine {
  /** `parentHash` is null if the line lacks it. */
  header: { number: number; hash: Hash; parentHash: Hash | null; time: Seconds }
  /** In the form that a node gives, each with its block and its time. */
  logs: unknown[]
}

/** The parsed JSON of a line as a block; null if it lacks the block's number, hash or time. */
export function blockLine(json: unknown): BlockLine | null {
  const header = isObject(json) && isObject(json.header) ? json.header : {}
  const logs = isObject(json) && Array.isArray(json.logs) ? json.logs : []
  const { number, timestamp: time } = header
  const hash = hashIn(header.hash)
  if (!isWhole(number) || !isWhole(time) || hash === null) return null
  return {
    header: { number, hash, parentHash: hashIn(header.parentHash), time },
    logs: logs.map((log: unknown) => {
      const fields = isObject(log) ? log : {}
      return {
        ...fields,
        blockNumber: quantityOf(number),
        blockHash: hash,
        blockTimestamp: quantityOf(time),
        logIndex: isWhole(fields.logIndex) ? quantityOf(fields.logIndex) : null,
      }
    }),
  }
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
