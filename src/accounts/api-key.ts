import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Seconds } from '../ledger/quantities.ts'
import { isPlainText } from '../text.ts'
import type { ApiKeyRow } from './account-store.ts'

/**
 * Digits and letters without 0, O, I and l, which people confuse; no punctuation, so that a double click takes the
 * whole key.
 */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BASE = BigInt(ALPHABET.length)
/** The prefixes of secrets, all of one length. */
const PREFIXES = { key: 'pq_live_', link: 'pq_link_' } as const

/** The use of a secret: every path by a header, or one path by a signed link. */
export type SecretKind = keyof typeof PREFIXES

/** 58^44 > 2^256: every 32 bytes fit, so all keys are of one length. */
const BODY_LENGTH = 44
/** 58^6 > 2^32: every CRC-32 fits. */
const CHECKSUM_LENGTH = 6
/** Characters of a key that a list shows: enough to distinguish keys, far too few to guess one. */
const SHOWN_LENGTH = 4

const SHAPE = new RegExp(`^pq_l[a-z]{3}_[${ALPHABET}]{${BODY_LENGTH + CHECKSUM_LENGTH}}$`)

/** A new API key: its owner gets the text once, the rest is stored. */
export interface ApiKeySecret {
  /** `pq_live_` (`pq_link_` of a link), 32 random bytes and a checksum: 58 characters, shown once and never stored. */
  key: string
  /** The SHA-256 of the key, which finds it again. */
  hash: Buffer
  /** The key's first characters, for lists. */
  prefix: string
}

function encode(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= BASE)
    text = ALPHABET.charAt(Number(rest % BASE)) + text
  return text
}

function checksum(text: string): string {
  return encode(BigInt(crc32(text)), CHECKSUM_LENGTH)
}

/** The stored SHA-256 of a key. The key is random, so a salt or a slow hash would add nothing. */
function hashOf(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

/**
 * Makes a key, or the token of a link: `pq_live_` or `pq_link_`, 32 random bytes as 44 base-58 digits, and their CRC-32
 * as 6 more. The CRC finds every single wrong character and every swap of neighbors; it guards against typing errors,
 * not against guessing.
 * @param kind of secret. @default 'key'
 * @param bytes a secret of its owner and the service. @default 32 random ones
 */
export function createApiKeySecret(kind: SecretKind = 'key', bytes: Buffer = randomBytes(32)): ApiKeySecret {
  const prefix = PREFIXES[kind]
  const body = prefix + encode(BigInt(`0x${bytes.toString('hex')}`), BODY_LENGTH)
  const key = body + checksum(body)
  return { key, hash: hashOf(key), prefix: key.slice(0, prefix.length + SHOWN_LENGTH) }
}

/** True if the text has an API key's prefix, well formed or not, which distinguishes it from a JWT in `Authorization`. */
export function looksLikeApiKey(text: string): boolean {
  return text.startsWith(PREFIXES.key)
}

/** The hash to look a secret up by; null if the text is malformed or its checksum is wrong, found without the store. */
export function parseApiKey(text: string, kind: SecretKind = 'key'): { hash: Buffer } | null {
  if (!SHAPE.test(text) || !text.startsWith(PREFIXES[kind])) return null
  const body = text.slice(0, -CHECKSUM_LENGTH)
  if (checksum(body) !== text.slice(-CHECKSUM_LENGTH)) return null
  return { hash: hashOf(text) }
}

/** Compares two hashes in constant time. */
export function sameHash(one: Uint8Array, other: Uint8Array): boolean {
  return one.byteLength === other.byteLength && timingSafeEqual(one, other)
}

const MAX_LENGTH = 100

/** The rule for a key's name, as a phrase that completes "a key's name has". */
export const KEY_LABEL_RULE = `1 to ${MAX_LENGTH} characters, and no control characters`

export function isKeyLabel(text: string): boolean {
  return isPlainText(text) && text.trim() !== '' && [...text].length <= MAX_LENGTH
}

export type ApiKeyState = 'active' | 'expired' | 'revoked'

/** A key's state at a time. Revoked comes before expired. */
export function apiKeyState(key: Pick<ApiKeyRow, 'expiresAt' | 'revokedAt'>, now: Seconds): ApiKeyState {
  if (key.revokedAt !== null) return 'revoked'
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active'
}

/** Tells a stored API key from a signed link. */
export function secretKind({ path }: Pick<ApiKeyRow, 'path'>): SecretKind {
  return path === null ? 'key' : 'link'
}
