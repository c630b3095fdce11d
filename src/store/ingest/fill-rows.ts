import type { FillBatch } from '../../ledger/fill-batch.ts'
import type { Column } from '../engine/table.ts'
import { chainKey } from '../ledger/place.ts'
import type { FoldFill } from './fold-state.ts'

/** Chain fills as rows of `fills`, and as the fold reads them. */
export interface FillRows {
  count: number
  columns: Record<string, Column>
  /** The line that row `i` came from. */
  line(i: number): number
  foldFill(i: number): FoldFill & { tx: Uint8Array | null }
}

/** Role as the store writes it: 0 MAKER, 1 TAKER, null unknown. Columns of numbers alone write 2 for unknown. */
export const UNKNOWN_ROLE = 2

/**
 * The rows of a batch of chain fills.
 * @param traders ids by the batch's address numbers
 * @param tokens ids by the batch's token numbers
 */
export function fillRowsOf(
  batch: FillBatch,
  traders: readonly number[],
  tokens: readonly number[],
): FillRows {
  const { count } = batch
  const key = new Float64Array(count)
  const owner = new Int32Array(count)
  const token = new Int32Array(count)
  for (let i = 0; i < count; i++) {
    key[i] = chainKey(batch.block[i] ?? 0, batch.logIndex[i] ?? 0)
    owner[i] = traders[batch.owner[i] ?? -1] ?? 0
    token[i] = tokens[batch.token[i] ?? -1] ?? 0
  }
  const tx = hashes(batch.tx, batch.hasTx, count)
  return {
    count,
    columns: {
      key,
      tx,
      time: batch.time,
      exchange_id: idsOf(batch.exchange, traders, count),
      owner_id: owner,
      counterparty_id: idsOf(batch.counterparty, traders, count),
      role: Array.from({ length: count }, (_, i) =>
        batch.role[i] === UNKNOWN_ROLE ? null : (batch.role[i] ?? null),
      ),
      side: batch.side,
      token_id: token,
      shares: batch.shares,
      usd: batch.usd,
      fee: batch.fee,
      fee_in: batch.feeIn,
      order_hash: hashes(batch.orderHash, batch.hasOrderHash, count),
    },
    line: (i) => batch.line[i] ?? 0,
    foldFill: (i) => ({
      time: batch.time[i] ?? 0,
      key: key[i] ?? 0,
      item: 0,
      owner: owner[i] ?? 0,
      token: token[i] ?? 0,
      side: batch.side[i] === 0 ? 'BUY' : 'SELL',
      role: batch.role[i] === UNKNOWN_ROLE ? null : batch.role[i] === 1 ? 'TAKER' : 'MAKER',
      shares: batch.shares[i] ?? 0,
      usd: batch.usd[i] ?? 0,
      fee: batch.fee[i] ?? 0,
      feeIn: batch.feeIn[i] === 0 ? 'USD' : 'SHARES',
      tx: tx[i] ?? null,
    }),
  }
}

function hashes(bytes: Uint8Array, has: Uint8Array, count: number): (Uint8Array | null)[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: count }, (_, i) => (has[i] === 1 ? buffer.subarray(32 * i, 32 * i + 32) : null))
}

function idsOf(numbers: Int32Array, ids: readonly number[], count: number): (number | null)[] {
  return Array.from({ length: count }, (_, i) => ids[numbers[i] ?? -1] ?? null)
}
