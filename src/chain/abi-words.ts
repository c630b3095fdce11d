import { type Address, type ConditionId, type Hash, MAX_MICRO, type TokenId } from '../ledger/quantities.ts'
import type { ChainLog } from './fact.ts'

/** The reason for refusing a log: one phrase for the operator. */
export class LogRefused extends Error {
  override name = 'LogRefused'
  /** The log is well formed, but of no market; anybody can make the conditional tokens emit one. */
  readonly outlandish: boolean

  constructor(reason: string, outlandish?: 'OUTLANDISH') {
    super(reason)
    this.outlandish = outlandish !== undefined
  }
}

/** A log's words, checked: 64 lower-case hex digits each, without `0x`. */
export interface LogWords {
  /** The indexed arguments, without topic 0. */
  indexed: readonly string[]
  /** The data, word after word, without `0x`. */
  data: string
  /** The number of words in the data. */
  count: number
}

const HEX = /^0x[0-9a-f]*$/
/** No event of the venue comes near this size. */
const MAX_DATA_WORDS = 20_000

/**
 * Opens a log as `indexed` arguments and `words` words of data; with `more`, at least that many words (an array or text
 * follows). Throws LogRefused if the log has another shape or is not hex.
 */
export function openLog(log: ChainLog, indexed: number, words: number, more?: 'MORE'): LogWords {
  if (log.topics.length !== indexed + 1)
    throw new LogRefused(`${log.topics.length} topics, not ${indexed + 1}`)
  const count = (log.data.length - 2) / 64
  if (!Number.isInteger(count) || count < words || (more === undefined && count !== words))
    throw new LogRefused(`data of ${Math.max(0, log.data.length - 2) / 2} bytes, not ${words * 32}`)
  if (count > MAX_DATA_WORDS) throw new LogRefused(`data of ${count} words`, 'OUTLANDISH')
  const data = log.data.toLowerCase()
  if (!HEX.test(data)) throw new LogRefused('data is not hex')
  return { indexed: log.topics.slice(1).map(topicWord), data: data.slice(2), count }
}

function topicWord(topic: string): string {
  const word = topic.toLowerCase()
  if (word.length !== 66 || !HEX.test(word)) throw new LogRefused('a topic is not 32 bytes of hex')
  return word.slice(2)
}

/** Indexed argument `index`, from 0. */
export function indexedWord(words: LogWords, index: number): string {
  const word = words.indexed[index]
  if (word === undefined) throw new LogRefused(`indexed argument ${index} is missing`)
  return word
}

/** Word `index` of the data, from 0. */
export function dataWord(words: LogWords, index: number): string {
  if (!(index >= 0 && index < words.count)) throw new LogRefused(`word ${index} of the data is missing`)
  return words.data.slice(index * 64, index * 64 + 64)
}

/** The words of the uint256[] or bytes32[] with its offset in word `head`; at most `limit` of them. */
export function arrayWords(words: LogWords, head: number, limit: number): string[] {
  const offset = countIn(dataWord(words, head), words.count * 32, 'an offset')
  if (offset % 32 !== 0) throw new LogRefused('an offset is not a whole word')
  const start = offset / 32
  const length = countIn(dataWord(words, start), words.count, 'the length of an array')
  if (start + 1 + length > words.count) throw new LogRefused('an array reaches beyond the data')
  if (length > limit) throw new LogRefused(`the length of an array is above ${limit}`, 'OUTLANDISH')
  return Array.from({ length }, (_, i) => dataWord(words, start + 1 + i))
}

/** The address in a word. Throws LogRefused if the word holds more than 20 bytes. */
export function addressIn(word: string): Address {
  if (!word.startsWith('000000000000000000000000')) throw new LogRefused('an address is longer than 20 bytes')
  return `0x${word.slice(24)}` as Address
}

/** The word as a hash. */
export function hashIn(word: string): Hash {
  return `0x${word}` as Hash
}

/** The word as a condition. */
export function conditionIn(word: string): ConditionId {
  return `0x${word}` as ConditionId
}

/** The word as an unsigned integer in decimal. */
export function decimalIn(word: string): string {
  return BigInt(`0x${word}`).toString()
}

/** The word as a token. Token 0 does not exist: it means collateral. */
export function tokenIn(word: string): TokenId {
  if (/^0+$/.test(word)) throw new LogRefused('the token is 0')
  return decimalIn(word) as TokenId
}

/** An amount of 1e-6. Throws LogRefused above {@link MAX_MICRO}: it could not be stored exactly. */
export function microIn(word: string): number {
  return countIn(word, MAX_MICRO, 'an amount', 'OUTLANDISH')
}

/** A small unsigned integer, 0 to `max`. Throws LogRefused above it, naming `what`. */
export function countIn(word: string, max: number, what: string, above?: 'OUTLANDISH'): number {
  const value = word.startsWith('000000000000000000000000000000000000000000000000')
    ? Number.parseInt(word.slice(48), 16)
    : Number.POSITIVE_INFINITY
  if (!(value <= max)) throw new LogRefused(`${what} is above ${max}`, above)
  return value
}
