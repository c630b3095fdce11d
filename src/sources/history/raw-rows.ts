import type { Contract, ContractSet } from '../../chain/contracts.ts'
import type { ChainLog } from '../../chain/fact.ts'
import { topicOfEvent } from '../../chain/topics.ts'
import { EARLIEST_TIME } from '../../ledger/bounds.ts'
import type { Address } from '../../ledger/quantities.ts'
import { LOGS_PER_BLOCK } from '../../store/ledger/place.ts'
import { addressField, hashField, integerField, Refused, shown, uint256Field } from '../field-checks.ts'
import type { LogRefusal } from '../rpc/check-logs.ts'

/** A row's place on the chain; texts are the file's, in lower case. Null fields could not be read. */
export interface PlacedRow {
  block: number | null
  logIndex: number | null
  tx: string | null
  time: number | null
}

/** An OrderFilled event as a table has it. */
export interface FilledRow extends PlacedRow {
  orderHash: string | null
  maker: string | null
  taker: string | null
  /** The exchange: its address, or a name. */
  contract: string | null
  makerAsset: string | null
  takerAsset: string | null
  makerAmount: string | null
  takerAmount: string | null
  fee: string | null
  /** The sum of fees other than the event's own, if the table has such columns: the event has none. */
  otherFees: string | null
}

/** Rows as the logs that they were made from. */
export interface RowLogs {
  logs: ChainLog[]
  refused: LogRefusal[]
}

/** The names of exchanges in data sets; a name means the first exchange, or its successors. */
const EXCHANGE_NAMES: Readonly<Record<string, readonly string[]>> = {
  ctfexchange: ['CTFExchange', 'CTFExchangeV2'],
  negrisk: ['NegRiskCtfExchange', 'NegRiskExchangeV2A', 'NegRiskExchangeV2B'],
  negriskctfexchange: ['NegRiskCtfExchange', 'NegRiskExchangeV2A', 'NegRiskExchangeV2B'],
}

/** Blocks that a row may name are below this. */
export const MAX_BLOCK = 2 ** 32
/** Seconds that a row may have are below this. */
export const LATEST = 2 ** 33
const KEPT_ASSETS = 200_000

export const ZERO_WORD = '0'.repeat(64)

/**
 * Turns the OrderFilled rows of one block into their logs. Since two exchanges share a name, an exchange given by name
 * is the one in the transaction's own taker row; without one the rows are refused.
 */
export function filledLogs(rows: readonly FilledRow[], contracts: ContractSet): RowLogs {
  const takers = new Map<string | null, Set<string>>()
  for (const { tx, taker } of rows) {
    const of = takers.get(tx) ?? new Set()
    takers.set(tx, of.add(prefixed(taker) ?? ''))
  }
  return logsOf(rows, (row) => {
    const exchange = exchangeOf(row, takers.get(row.tx) ?? new Set(), contracts)
    if (!/^0*$/.test(row.otherFees ?? ''))
      throw new Refused(`its fees beside maker_fee are ${shown(row.otherFees)}: the event has one fee alone`)
    const [given, taken] = [
      assetWord('the maker’s asset', row.makerAsset),
      assetWord('the taker’s asset', row.takerAsset),
    ]
    const amounts = [
      uintWord('the maker’s amount', row.makerAmount),
      uintWord('the taker’s amount', row.takerAmount),
      uintWord('the fee', row.fee),
    ]
    const v1 = exchange.generation === 1
    const terms = v1 ? [given, taken] : sideAndToken(given, taken)
    return {
      address: exchange.address,
      topics: [
        topicOfEvent(v1 ? 'orderFilledV1' : 'orderFilledV2'),
        hashField('order_hash', prefixed(row.orderHash)),
        topicOfAddress('maker', row.maker),
        topicOfAddress('taker', row.taker),
      ],
      data: `0x${[...terms, ...amounts, ...(v1 ? [] : [ZERO_WORD, ZERO_WORD])].join('')}`,
    }
  })
}

/** Turns rows into logs at their places; rows that `logOf` refuses are refused. */
export function logsOf<Row extends PlacedRow>(
  rows: readonly Row[],
  logOf: (row: Row) => Pick<ChainLog, 'address' | 'topics' | 'data'>,
): RowLogs {
  const result: RowLogs = { logs: [], refused: [] }
  for (const row of rows) {
    try {
      result.logs.push({ ...placeOf(row), ...logOf(row) })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      result.refused.push({ tx: row.tx, logIndex: row.logIndex, reason: error.message })
    }
  }
  return result
}

function placeOf({ block, logIndex, tx, time }: PlacedRow) {
  const blockNumber = integerField('block_number', block, 0, MAX_BLOCK)
  if (time === null) throw new Refused(`the time of block ${blockNumber} is missing, or contradictory`)
  return {
    blockNumber,
    logIndex: integerField('log_index', logIndex, 0, LOGS_PER_BLOCK),
    transactionHash: hashField('transaction_hash', prefixed(tx)),
    blockTime: integerField('timestamp', time, EARLIEST_TIME, LATEST),
  }
}

function exchangeOf(
  { contract, block }: FilledRow,
  takers: ReadonlySet<string>,
  { contracts, byAddress }: ContractSet,
): Contract {
  const text = contract ?? ''
  const direct = byAddress.get(text)
  if (direct?.kind === 'EXCHANGE') return direct
  const names = EXCHANGE_NAMES[text.replaceAll(/[ _-]/g, '')] ?? []
  const [first, ...later] = names.flatMap((name) => contracts.filter((one) => one.name === name))
  if (first === undefined)
    throw new Refused(`contract is ${shown(contract)}: an exchange of the venue is needed`)
  const successors = later.filter(({ startBlock }) => startBlock !== null && startBlock <= (block ?? 0))
  if (successors.length === 0) return first
  const found = [first, ...successors].filter(({ address }) => takers.has(address))
  if (found.length === 1 && found[0]) return found[0]
  throw new Refused(
    `contract is ${shown(contract)}, which names several exchanges since: its address is needed`,
  )
}

/** The exchanges of each name: below block `until` only the first one. */
export function exchangesNamed({
  contracts,
}: ContractSet): { name: string; first: Address; until: number | null }[] {
  return Object.entries(EXCHANGE_NAMES).flatMap(([name, names]) => {
    const [first, ...later] = names.flatMap((one) => contracts.filter((contract) => contract.name === one))
    const starts = later.flatMap(({ startBlock }) => startBlock ?? [])
    return first
      ? [{ name, first: first.address, until: starts.length > 0 ? Math.min(...starts) : null }]
      : []
  })
}

/** The words of a V2 event with side and token. */
function sideAndToken(given: string, taken: string): [string, string] {
  if ((given === ZERO_WORD) === (taken === ZERO_WORD))
    throw new Refused('of the two assets not exactly one is collateral')
  return given === ZERO_WORD ? [ZERO_WORD, taken] : [word(1n), given]
}

const known = new Map<string, string>()

/** The word of an asset's id: one is met again and again, and long to convert. */
function assetWord(name: string, value: string | null): string {
  const found = known.get(value ?? '')
  if (found !== undefined) return found
  const made = uintWord(name, value)
  if (known.size >= KEPT_ASSETS) known.clear()
  known.set(value ?? '', made)
  return made
}

/** The word of a number's decimal text, or Refused. */
export function uintWord(name: string, value: unknown): string {
  return word(BigInt(uint256Field(name, value)))
}

/** A number as a word, 64 digits. */
export function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

/** An address as a topic, or Refused. */
export function topicOfAddress(name: string, value: string | null): string {
  return `0x${addressField(name, prefixed(value)).slice(2).padStart(64, '0')}`
}

/** Some data sets write hashes without `0x`. */
export function prefixed(text: string | null): string | null {
  return text === null || text.startsWith('0x') ? text : `0x${text}`
}
