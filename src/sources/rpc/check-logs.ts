import type { ChainLog } from '../../chain/fact.ts'
import type { Hash, Seconds } from '../../ledger/quantities.ts'
import { RpcFailure } from '../../net/failures.ts'
import { hashIn } from './block-header.ts'
import { quantityIn } from './chain-client.ts'

/** A log whose fields are what they should be; its time is still missing where the node does not give it. */
export interface CheckedLog extends Omit<ChainLog, 'blockTime'> {
  blockHash: Hash
  blockTime: Seconds | null
}

/** A refused log. Null fields could not be read. */
export interface LogRefusal {
  tx: string | null
  logIndex: number | null
  reason: string
  /** Of positions that no market knows, as anybody can make them on the conditional tokens: nothing is missing for it. */
  strange?: true
}

/** The logs of one answer, in chain order, each once; and those that were not taken. */
export interface CheckedLogs {
  logs: CheckedLog[]
  refused: LogRefusal[]
}

/**
 * Checks a node's logs for the blocks `from` to `to`: removed logs, logs of other blocks and logs with a missing or
 * invalid field are refused, and a repeated log counts once. Throws RpcFailure (BEHIND) if two logs contradict each
 * other: the chain changed between two answers.
 */
export function checkLogs(answer: readonly unknown[], from: number, to: number): CheckedLogs {
  const byPlace = new Map<string, CheckedLog>()
  const hashes = new Map<number, Hash>()
  const refused: LogRefusal[] = []
  for (const raw of answer) {
    const log = checkedLog(raw, from, to)
    if ('reason' in log) refused.push(log)
    else take(log, byPlace, hashes)
  }
  return { logs: [...byPlace.values()].sort(inChainOrder), refused }
}

function take(log: CheckedLog, byPlace: Map<string, CheckedLog>, hashes: Map<number, Hash>): void {
  const place = `${log.blockNumber}/${log.logIndex}`
  const other = byPlace.get(place)
  const hash = hashes.get(log.blockNumber) ?? log.blockHash
  if (hash !== log.blockHash || (other !== undefined && !isSame(other, log)))
    throw new RpcFailure('BEHIND', `block ${log.blockNumber} has two contradictory versions`)
  hashes.set(log.blockNumber, hash)
  if (other === undefined) byPlace.set(place, log)
}

function isSame(a: CheckedLog, b: CheckedLog): boolean {
  return (
    a.transactionHash === b.transactionHash &&
    a.address === b.address &&
    a.data === b.data &&
    a.topics.join() === b.topics.join()
  )
}

function inChainOrder(a: CheckedLog, b: CheckedLog): number {
  return a.blockNumber - b.blockNumber || a.logIndex - b.logIndex
}

function checkedLog(raw: unknown, from: number, to: number): CheckedLog | LogRefusal {
  const fields: Record<string, unknown> = typeof raw === 'object' && raw !== null ? { ...raw } : {}
  const tx = hashIn(fields.transactionHash)
  const logIndex = quantityIn(fields.logIndex)
  const refusal = (reason: string): LogRefusal => ({ tx, logIndex, reason })
  const blockNumber = quantityIn(fields.blockNumber)
  const blockHash = hashIn(fields.blockHash)
  const address = hexIn(fields.address, 20)
  const { topics, data } = fields
  if (fields.removed === true) return refusal('it has been removed from the chain')
  if (tx === null) return refusal('its transaction is missing')
  if (logIndex === null) return refusal('its index is missing')
  if (blockNumber === null || blockHash === null) return refusal('its block is missing')
  if (blockNumber < from || blockNumber > to)
    return refusal(`it is of block ${blockNumber}, but blocks ${from} to ${to} were requested`)
  if (address === null) return refusal('its contract is missing')
  if (!isTopics(topics)) return refusal('its topics are missing')
  if (!isBytes(data)) return refusal('its data is missing')
  const blockTime = quantityIn(fields.blockTimestamp)
  return { address, topics, data, blockNumber, blockHash, logIndex, transactionHash: tx, blockTime }
}

function hexIn(value: unknown, bytes: number): string | null {
  if (typeof value !== 'string' || value.length !== 2 + 2 * bytes) return null
  return /^0x[0-9a-fA-F]+$/.test(value) ? value.toLowerCase() : null
}

/** Without a group to repeat: on megabytes, its repetitions would overflow the stack. */
function isBytes(value: unknown): value is string {
  return typeof value === 'string' && value.length % 2 === 0 && /^0x[0-9a-fA-F]*$/.test(value)
}

function isTopics(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= 4 && value.every((topic) => hexIn(topic, 32) !== null)
}
