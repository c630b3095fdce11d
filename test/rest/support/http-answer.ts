import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** An answer as it came over a socket. */
export interface HttpAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

/** GETs a path from a server on this machine as written, without resolving or escaping it. */
export function getPath(
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpAnswer> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const asked = request({ agent, hostname, port, path, headers }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const { statusCode = 0, headers: received } = incoming
        resolve({ status: statusCode, headers: received, body: Buffer.concat(chunks).toString() })
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}
