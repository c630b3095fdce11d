import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'

// The head of the log as C2SP's tlog-checkpoint in a signed note: three lines of text, and Ed25519's signature of them.

/** Ed25519 among the algorithms of signed notes. */
const ED25519 = 1

/** The key that signs a log's heads. */
export interface LogKey {
  /** The log's name: no spaces and no plus sign. */
  origin: string
  /** PKCS #8, DER. */
  secret: Uint8Array
}

/** PKCS #8 of Ed25519 up to the 32 bytes of the key. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The key of a log by its 32 secret bytes. */
export function logKeyOf(origin: string, seed: Uint8Array): LogKey {
  return { origin, secret: Buffer.concat([PKCS8, seed]) }
}

/** Draws a key for a log. */
export function newLogKey(origin: string): LogKey {
  const { privateKey } = generateKeyPairSync('ed25519')
  return { origin, secret: privateKey.export({ format: 'der', type: 'pkcs8' }) }
}

function publicBytes({ secret }: LogKey): Buffer {
  const key = createPublicKey(createPrivateKey({ key: Buffer.from(secret), format: 'der', type: 'pkcs8' }))
  return key.export({ format: 'der', type: 'spki' }).subarray(-32)
}

function keyHash(origin: string, key: Uint8Array): Buffer {
  return createHash('sha256')
    .update(`${origin}\n`)
    .update(Buffer.from([ED25519]))
    .update(key)
    .digest()
    .subarray(0, 4)
}

/** The key by which others verify: name, hash and key, as signed notes write it. */
export function verifierKey(key: LogKey): string {
  const bytes = publicBytes(key)
  const typed = Buffer.concat([Buffer.from([ED25519]), bytes])
  return `${key.origin}+${keyHash(key.origin, bytes).toString('hex')}+${typed.toString('base64')}`
}

/** The signed head of a log of `size` leaves. */
export function signCheckpoint(key: LogKey, size: number, root: Uint8Array): string {
  const text = `${key.origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`
  const secret = createPrivateKey({ key: Buffer.from(key.secret), format: 'der', type: 'pkcs8' })
  const signature = Buffer.concat([
    keyHash(key.origin, publicBytes(key)),
    sign(null, Buffer.from(text), secret),
  ])
  return `${text}\n\u2014 ${key.origin} ${signature.toString('base64')}\n`
}
