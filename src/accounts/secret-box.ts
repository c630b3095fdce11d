import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { PequodError } from '../errors.ts'

/** Encrypts the targets of channels and the secrets that sign their messages. */
export interface SecretBox {
  /** False: texts are stored as they are. */
  readonly isLocked: boolean
  /**
   * Encrypts a text.
   * @param place where it is stored: it opens only there, so that nobody can move it to a row of their own
   */
  seal(text: string, place: string): string
  /**
   * Decrypts a stored text; returns an unsealed one unchanged.
   * @throws PequodError SERVICE_UNAVAILABLE if it was sealed with another key, or for another place
   */
  open(stored: string, place: string): string
  /** Whether a stored text is sealed with the current key, or open where there is none. */
  isSealed(stored: string): boolean
  /** A name that is equal for equal texts and reveals nothing of them. */
  nameOf(text: string): string
}

const CIPHER = 'aes-256-gcm'
/** The prefix of a sealed text; no target or secret begins with it. */
const SEALED = 'sealed:'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Bytes of the key's fingerprint in a sealed text's prefix, and of a name. */
const MARK_BYTES = 6

export const CANNOT_OPEN =
  'The targets and secrets of alert channels in this store are encrypted, and SECRETS_KEY is not the key: set the one they were encrypted with'

/** Seals with the first of its keys and opens with any of them; without keys texts are stored unencrypted. */
export function createSecretBox(keys: readonly Buffer[]): SecretBox {
  const known = new Map(keys.map((key) => [markOf(key), key]))
  const [first] = keys
  const beginning = first === undefined ? '' : `${SEALED}${markOf(first)}:`
  return {
    isLocked: first !== undefined,
    seal: (text, place) => (first === undefined ? text : beginning + encrypted(first, text, place)),
    open(stored, place) {
      if (!stored.startsWith(SEALED)) return stored
      const [, mark = '', sealed = ''] = stored.split(':')
      const key = known.get(mark)
      if (key === undefined) throw cannotOpen()
      return decrypted(key, sealed, place)
    },
    isSealed: (stored) => (first === undefined ? !stored.startsWith(SEALED) : stored.startsWith(beginning)),
    nameOf: (text) => (first === undefined ? text : hmac(first, `name ${text}`, 2 * MARK_BYTES)),
  }
}

function encrypted(key: Buffer, text: string, place: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

function decrypted(key: Buffer, sealed: string, place: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const body = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  try {
    const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return cipher.update(body, undefined, 'utf8') + cipher.final('utf8')
  } catch (error) {
    throw cannotOpen(error)
  }
}

/** A fingerprint that tells several keys apart and reveals nothing of the key. */
function markOf(key: Buffer): string {
  return hmac(key, 'mark', MARK_BYTES)
}

function hmac(key: Buffer, text: string, bytes: number): string {
  return createHmac('sha256', key).update(text).digest().subarray(0, bytes).toString('hex')
}

function cannotOpen(cause?: unknown): PequodError {
  return new PequodError('SERVICE_UNAVAILABLE', `${CANNOT_OPEN}.`, { cause, retryAfter: 60 })
}
