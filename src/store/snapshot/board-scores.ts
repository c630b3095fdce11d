import { defined } from '../../checks.ts'
import { bytesOf } from './standings.ts'

/** Scores by trader id as bytes, in the order of ids: doubles, then 32-bit ids. */
export function packScores(byTrader: ReadonlyMap<number, number>): Buffer {
  const rows = [...byTrader].sort(([a], [b]) => a - b)
  return Buffer.concat([
    bytesOf(Float64Array.from(rows, ([, score]) => score)),
    bytesOf(Int32Array.from(rows, ([trader]) => trader)),
  ])
}

/** Reverses {@link packScores}. */
export function unpackScores(bytes: Uint8Array): Map<number, number> {
  const count = bytes.length / BYTES_A_ROW
  // Copied: a driver's buffer need not be aligned.
  const { buffer } = new Uint8Array(bytes)
  const scores = new Float64Array(buffer, 0, count)
  const traders = new Int32Array(buffer, scores.byteLength, count)
  return new Map(Array.from(traders, (trader, i) => [trader, defined(scores[i])]))
}

const BYTES_A_ROW = 12
