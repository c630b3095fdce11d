import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { ALERTS_STATE } from './alert-tables.ts'

/** What callers know alerts by. */
export interface AlertIds {
  /** An alert's id: 22 characters of base64url, the same for as long as the store lasts. */
  of(seq: number): string
  /** The number of an id's alert, or null for a text that is no id of this store. */
  seqOf(id: string): number | null
}

/**
 * Ids under the store's own key. A number in the chain would reveal the order of alerts, and a hash could be
 * tried against the ledger's fills; an encrypted number reveals nothing, and needs no column.
 */
export async function readAlertIds(sql: Sql): Promise<AlertIds> {
  const key = await readStoreSecret(sql)
  return { of: (seq) => encrypt(key, seq), seqOf: (id) => decrypt(key, id) }
}

const ID_KEY = statement((from) => from(ALERTS_STATE).select('id_key').where('id', 1))

/** 16 random bytes that the store was made with, and no answer shows. */
export async function readStoreSecret(sql: Sql): Promise<Buffer> {
  const row = await ID_KEY.get(sql)
  if (!row) throw new Error('the store has lost its alerts state')
  return Buffer.from(row.idKey)
}

/** One block of AES: each number has its own, so there is nothing to chain. */
const CIPHER = 'aes-128-ecb'
const BLOCK = 16

function encrypt(key: Buffer, seq: number): string {
  const block = Buffer.alloc(BLOCK)
  block.writeBigUInt64BE(BigInt(seq), BLOCK - 8)
  const cipher = createCipheriv(CIPHER, key, null).setAutoPadding(false)
  return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url')
}

function decrypt(key: Buffer, id: string): number | null {
  const bytes = Buffer.from(id, 'base64url')
  if (bytes.length !== BLOCK) return null
  const cipher = createDecipheriv(CIPHER, key, null).setAutoPadding(false)
  const seq = Number(Buffer.concat([cipher.update(bytes), cipher.final()]).readBigUInt64BE(BLOCK - 8))
  // Encrypting it again also refuses what base64url skips, and a block whose first half is not empty.
  return Number.isSafeInteger(seq) && encrypt(key, seq) === id ? seq : null
}
