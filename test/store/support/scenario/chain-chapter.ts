import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { POLYGON } from '../../../../src/chain/contracts.ts'
import type { ChainLog } from '../../../../src/chain/fact.ts'
import { verifyAll } from '../../../../src/cli/checks/verify-all.ts'
import { retractNews } from '../../../../src/jobs/news.ts'
import { openStore } from '../../../../src/migrations/open-store.ts'
import { refresh } from '../../../../src/numbers/publish/refresh.ts'
import { ingestHistory } from '../../../../src/sources/history/ingest-history.ts'
import { followChain, ingestBlocks } from '../../../../src/sources/ingest-chain.ts'
import { chainClient } from '../../../../src/sources/rpc/chain-client.ts'
import { BLOCK, hash, TIME } from '../../../chain/support/encoded-logs.ts'
import { randomWorld } from '../../../chain/support/world.ts'
import type { Chapter } from './chapter.ts'
import { startNode } from './loopback-node.ts'

const DEEDS = 160
const SEED = 4
const PER_BLOCK = 7

/** Blocks as downloads have them, two transactions to a block. */
function rawLines(transactions: readonly (readonly ChainLog[])[]): string {
  let logIndex = 0
  const blocks = Map.groupBy(transactions.entries(), ([n]) => BLOCK + (n >> 1))
  return [...blocks]
    .map(([number, own]) => {
      const header = { number, hash: hash(`block ${number}`), timestamp: TIME + 10_800 * (number - BLOCK) }
      const logs = own.flatMap(([n, list]) =>
        list.map(({ address, topics, data }) => ({
          address,
          topics,
          data,
          transactionHash: hash(`downloaded ${n}`),
          logIndex: logIndex++,
        })),
      )
      return `${JSON.stringify({ header, logs })}\n`
    })
    .join('')
}

/** A chain is read into the ledger block by block, and takes blocks back. */
export const chainChapter: Chapter = async ({ address, folder, step }) => {
  const store = await openStore(address)
  const { transactions } = randomWorld(DEEDS, SEED)
  const blocks: { name: string; transactions: ChainLog[][] }[] = [{ name: 'first', transactions: [] }]
  for (let at = 0; at < transactions.length; at += PER_BLOCK)
    blocks.push({ name: 'first', transactions: transactions.slice(at, at + PER_BLOCK) })
  const node = await startNode(blocks.slice(0, -4))
  const options = {
    client: chainClient({ url: node.url, retry: { baseMs: 1, maxMs: 5 } }),
    chainId: 137,
    contracts: POLYGON,
  }
  const last = () => node.blocks.length - 1
  await step('blocks are read', () => ingestBlocks(store.db, { ...options, from: 1, to: last() - 3 }))
  await step('blocks are followed, and some are taken back', async () => {
    const ending = new AbortController()
    let isReplaced = false
    await followChain(store.db, {
      ...options,
      from: 1,
      confirmations: 0,
      pollMs: 5,
      signal: ending.signal,
      onUndo: retractNews,
      onChange({ to }) {
        if (to < last()) return
        if (isReplaced) return ending.abort()
        isReplaced = true
        const fork = blocks.slice(last() - 2).map((block) => ({ ...block, name: 'second' }))
        node.blocks = [...node.blocks.slice(0, -3), ...fork]
      },
    })
  })
  await step('what was downloaded of later blocks is read from a file, twice', async () => {
    const path = join(folder, 'logs.ndjson')
    await writeFile(path, rawLines(randomWorld(DEEDS, SEED + 1).transactions))
    for (let times = 0; times < 2; times++)
      await ingestHistory(store.db, { contracts: POLYGON, paths: [path] })
    await refresh(store.db)
  })
  await step('the ledger is verified', () => verifyAll(store.db))
  await store.close()
  await node.close()
}
