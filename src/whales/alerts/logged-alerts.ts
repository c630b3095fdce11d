import { createHash, createHmac } from 'node:crypto'
import { MICRO, type Seconds } from '../../ledger/quantities.ts'
import { alertLeaf, retractionLeaf, sealedText } from '../../proofs/leaves.ts'
import { leafHash } from '../../proofs/merkle.ts'
import type { Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { blockOf, hashText } from '../../store/ledger/place.ts'
import { ALERT, type AlertContent } from './alert-chain.ts'
import { readAlertIds, readStoreSecret } from './alert-reader.ts'
import { ALERTS } from './alert-row.ts'
import { shownPrice, shownTime, shownUsd } from './alert-view.ts'
import { readChain } from './check-alerts.ts'

// The radar's records as leaves of the log of days: everybody may know what they show, and the rest is a hash with a nonce.

/** An alert as a leaf, and what the leaf hides. */
export interface SealedAlert {
  leaf: string
  hidden: string
}

/** The contents of an alert's leaf. */
type SealedContent = Omit<AlertContent, 'week'>

/** The way to make the leaves of a store's alerts: the same ones each time. */
export async function alertSealer(sql: Sql) {
  const [ids, secret] = [await readAlertIds(sql), await readStoreSecret(sql)]
  return {
    alert(seq: number, alert: SealedContent): SealedAlert {
      const salt = createHmac('sha256', secret).update(`alert ${seq}`).digest()
      return sealed(ids.of(seq), salt.subarray(0, 16).toString('base64url'), alert)
    },
    retraction: (ofSeq: number) => retractionLeaf(ids.of(ofSeq)),
  }
}

function sealed(id: string, nonce: string, alert: SealedContent): SealedAlert {
  const { time, tokenName: token, side, usd, shares, boards, role } = alert
  const hidden = sealedText({
    nonce,
    ...blockOf(alert.fillKey),
    tx: hashText(alert.tx),
    time,
    trader: alert.address,
    shares,
    usd,
    role: role === null ? null : role === 1 ? 'TAKER' : 'MAKER',
    orderHash: hashText(alert.orderHash),
  })
  const leaf = alertLeaf({
    id,
    minute: shownTime(time),
    token,
    side: side === 0 ? 'BUY' : 'SELL',
    usd: Math.round(shownUsd(usd / MICRO) * MICRO),
    price: Math.round(shownPrice(usd / shares) * MICRO),
    boards,
    sealed: createHash('sha256').update(hidden).digest('hex'),
  })
  return { leaf, hidden }
}

const FIRST_SINCE = statement((from, { since }: { since: Seconds }) =>
  from(ALERTS).select(from.raw<{ seq: number | null }>('MIN(seq) AS seq')).where('time', '>=', since),
)

/**
 * The hashes of the radar's records after one, as leaves, up to the first alert on a fill at or after `before`, and up to number `last`.
 * @param after the number of a record
 */
export async function alertHashes(
  sql: Sql,
  after: number,
  { before = null, last = null }: { before?: Seconds | null; last?: number | null },
): Promise<Uint8Array[]> {
  const leaves = await alertSealer(sql)
  const first = before === null ? null : (await FIRST_SINCE.get(sql, { since: before }))?.seq
  const end = first ?? (last ?? Number.MAX_SAFE_INTEGER - 1) + 1
  const hashes: Uint8Array[] = []
  for await (const { kind, ofSeq, seq, boards, ...row } of readChain(sql, after)) {
    if (seq >= end) break
    const isAlert = kind === ALERT
    const alert = () => leaves.alert(seq, { ...row, boards: (boards ?? '').split(' ') }).leaf
    hashes.push(leafHash(isAlert ? alert() : leaves.retraction(ofSeq ?? 0)))
  }
  return hashes
}
