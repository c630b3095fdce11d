import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request to a push service. */
export interface Pushed {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A browser with its push service at a local address. */
export interface PushService {
  /** The browser's subscription, as its script has it. */
  subscription: string
  origin: string
  requests: Pushed[]
  /** The next statuses; 201 without any left. */
  statuses: number[]
  /** The message as the browser reads it. */
  read(pushed: Pushed | undefined): unknown
}

/** Starts a push service; it ends with the test. */
export async function startPushService(): Promise<PushService> {
  const requests: Pushed[] = []
  const statuses: number[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    requests.push({ headers: request.headers, body: Buffer.concat(chunks) })
    response.writeHead(statuses.shift() ?? 201).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = createECDH('prime256v1')
  const p256dh = keys.generateKeys()
  const auth = randomBytes(16)
  const text = (bytes: Buffer) => bytes.toString('base64url')
  return {
    subscription: JSON.stringify({
      endpoint: `${origin}/push/abc`,
      expirationTime: null,
      keys: { p256dh: text(p256dh), auth: text(auth) },
    }),
    origin,
    requests,
    statuses,
    /** RFC 8291 and RFC 8188, with Node's own primitives. */
    read(pushed) {
      if (pushed === undefined) throw new Error('Nothing was pushed.')
      const { body } = pushed
      const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + (body[20] ?? 0))]
      const sealed = body.subarray(21 + sender.length)
      const derived = (secret: Buffer, by: Buffer, info: Buffer, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, by, info, length))
      const named = (name: string) => Buffer.from(`${name}\0`)
      const info = Buffer.concat([named('WebPush: info'), p256dh, sender])
      const shared = derived(keys.computeSecret(sender), auth, info, 32)
      const key = derived(shared, salt, named('Content-Encoding: aes128gcm'), 16)
      const nonce = derived(shared, salt, named('Content-Encoding: nonce'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
    },
  }
}
