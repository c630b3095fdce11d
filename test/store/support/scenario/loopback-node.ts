import { createServer, type IncomingMessage } from 'node:http'
import type { ChainLog } from '../../../../src/chain/fact.ts'
import { listening } from '../../../access/support/listening.ts'
import { hash } from '../../../chain/support/encoded-logs.ts'

/** A node of a chain on loopback, whose blocks are lists of transactions. */
export interface LoopbackNode {
  url: string
  /** The blocks from the first on; replaced ones are another chain's. */
  blocks: { name: string; transactions: readonly (readonly ChainLog[])[] }[]
  close(): Promise<void>
}

const FIRST_TIME = 1_770_000_000
const BLOCK_SECONDS = 7_200
const hex = (number: number) => `0x${number.toString(16)}`

/** Starts a node that has the blocks from 0 on, and answers what a reader of the chain asks. */
export async function startNode(blocks: LoopbackNode['blocks']): Promise<LoopbackNode> {
  const answer = (method: string, params: unknown[]): unknown => {
    if (method === 'eth_chainId') return hex(137)
    if (method === 'eth_blockNumber') return hex(node.blocks.length - 1)
    if (method === 'eth_getBlockByNumber') return headerOf(node, params[0])
    if (method === 'eth_getLogs') return logsOf(node, params[0] as LogFilter)
    throw new Error(`no method ${method}`)
  }
  const server = createServer(async (request, response) => {
    const calls = JSON.parse(await textOf(request))
    const answers = calls.map(
      ({ id, method, params }: { id: number; method: string; params: unknown[] }) => ({
        jsonrpc: '2.0',
        id,
        result: answer(method, params),
      }),
    )
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answers))
  })
  const { url, close } = await listening(server)
  const node: LoopbackNode = { url, blocks, close }
  return node
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

interface LogFilter {
  fromBlock: string
  toBlock: string
  address: string | string[]
  topics?: (string | string[] | null)[]
}

function hashOf({ blocks }: Pick<LoopbackNode, 'blocks'>, number: number): string {
  return hash(`block ${number} ${blocks[number]?.name}`)
}

function headerOf(node: Pick<LoopbackNode, 'blocks'>, asked: unknown) {
  const number = asked === 'latest' ? node.blocks.length - 1 : Number(asked)
  if (node.blocks[number] === undefined) return null
  return {
    number: hex(number),
    hash: hashOf(node, number),
    parentHash: hashOf(node, number - 1),
    timestamp: hex(FIRST_TIME + number * BLOCK_SECONDS),
  }
}

function logsOf(node: Pick<LoopbackNode, 'blocks'>, filter: LogFilter) {
  const addresses = filter.address === undefined ? null : [filter.address].flat()
  const topics = [filter.topics?.[0] ?? []].flat()
  const found: object[] = []
  for (let number = Number(filter.fromBlock); number <= Number(filter.toBlock); number++) {
    let logIndex = 0
    for (const [n, logs] of (node.blocks[number]?.transactions ?? []).entries())
      for (const log of logs) {
        const isAsked =
          (addresses === null || addresses.includes(log.address.toLowerCase())) &&
          (topics.length === 0 || topics.includes(log.topics[0] ?? ''))
        const place = {
          blockNumber: hex(number),
          blockHash: hashOf(node, number),
          transactionHash: hash(`transaction ${number} ${n} ${node.blocks[number]?.name}`),
          transactionIndex: hex(n),
          logIndex: hex(logIndex++),
          removed: false,
        }
        if (isAsked) found.push({ address: log.address, topics: log.topics, data: log.data, ...place })
      }
  }
  return found
}
