import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Anvil } from './anvil.ts'

/** The trouble of one answer, instead of a complete one. */
export type PortalTrouble =
  | { kind: 'STATUS'; status: number; headers?: Record<string, string> }
  /** Ends well after a number of lines: the rest is for the next request. */
  | { kind: 'SHORT'; lines: number }
  /** Cuts the connection within a line, after a number of complete ones. */
  | { kind: 'BREAK'; lines: number }
  /** Sends a number of lines, then nothing more. */
  | { kind: 'SILENCE'; lines: number }

/** An SQD portal on loopback that serves what a chain's logs hold. */
export interface TestPortal {
  url: string
  requests: number
  close(): Promise<void>
}

interface Question {
  fromBlock: number
  toBlock?: number
  logs?: { address?: string[]; topic0?: string[] }[]
}

interface RawLog {
  address: string
  topics: string[]
  data: string
  transactionHash: string
  logIndex: string
  blockNumber: string
}

/**
 * Starts it. `head` is its last final block; `trouble` decides for each request, numbered from 0. As the real one does,
 * it omits blocks without a matching log, except the first and the last of an answer.
 */
export async function startPortal(
  anvil: Anvil,
  head: () => Promise<number>,
  trouble: (request: number) => PortalTrouble | null = () => null,
): Promise<TestPortal> {
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const portal: TestPortal = {
    url: `http://127.0.0.1:${address.port}/datasets/anvil`,
    requests: 0,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const question: Question = JSON.parse(Buffer.concat(chunks).toString())
    const what = trouble(portal.requests++)
    if (request.url !== '/datasets/anvil/finalized-stream') return void response.writeHead(404).end()
    if (what?.kind === 'STATUS') return void response.writeHead(what.status, what.headers).end('busy')
    const final = await head()
    if (question.fromBlock > final) return void response.writeHead(204).end()
    const lines = await linesOf(anvil, question, Math.min(question.toBlock ?? final, final))
    if (what === null) {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      return void response.end(gzipSync(lines.map((line) => `${line}\n`).join('')))
    }
    response.writeHead(200)
    response.write(
      lines
        .slice(0, Math.max(1, what.lines))
        .map((line) => `${line}\n`)
        .join(''),
    )
    if (what.kind === 'SHORT') return void response.end()
    const next = lines[Math.max(1, what.lines)] ?? ''
    response.write(next.slice(0, next.length / 2), () => {
      if (what.kind === 'BREAK') response.destroy()
    })
  }
  return portal
}

async function linesOf(
  anvil: Anvil,
  { fromBlock, logs: filters = [] }: Question,
  to: number,
): Promise<string[]> {
  const range = { fromBlock: hex(fromBlock), toBlock: hex(to) }
  const raw = (await anvil.call('eth_getLogs', range)) as RawLog[]
  const wanted = raw.filter((log) =>
    filters.some(
      ({ address, topic0 }) =>
        (address === undefined || address.includes(log.address.toLowerCase())) &&
        (topic0 === undefined || topic0.includes(log.topics[0] ?? '')),
    ),
  )
  const byBlock = Map.groupBy(wanted, (log) => Number(log.blockNumber))
  const numbers = [...new Set([fromBlock, ...byBlock.keys(), to])].sort((a, b) => a - b)
  return Promise.all(
    numbers.map(async (number) => {
      const block = (await anvil.call('eth_getBlockByNumber', hex(number), false)) as Record<string, string>
      const header = {
        number,
        hash: block.hash,
        parentHash: block.parentHash,
        timestamp: Number(block.timestamp),
      }
      const logs = byBlock.get(number)?.map(({ address, topics, data, transactionHash, logIndex }) => ({
        address,
        topics,
        data,
        transactionHash,
        logIndex: Number(logIndex),
      }))
      return JSON.stringify({ header, ...(logs && { logs }) })
    }),
  )
}

function hex(number: number): string {
  return `0x${number.toString(16)}`
}
