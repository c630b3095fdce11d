import { type ContractSet, isExchange } from '../../chain/contracts.ts'
import { decodeTransaction } from '../../chain/decode.ts'
import type { Fill } from '../../ledger/event.ts'
import type { Address } from '../../ledger/quantities.ts'
import type { LogRefusal } from '../rpc/check-logs.ts'
import { filledLogs, prefixed } from './raw-rows.ts'

/** An OrderFilled event without block, log index, exchange, order and fee; texts are in lower case. */
export interface UnplacedRow {
  time: number | null
  tx: string | null
  maker: string | null
  taker: string | null
  makerAsset: string | null
  takerAsset: string | null
  makerAmount: string | null
  takerAmount: string | null
}

/** A fill of such a row, and the text that its identity derives from. */
export interface UnplacedFill {
  fill: Fill
  identity: string
}

/**
 * The fills of one transaction's rows as the decoder reads their logs, with taker rows settled by their makers.
 * Exchange, counterparty, role, fee and order stay unknown. Two taker rows of one wallet are refused: only log indexes
 * would assign the makers.
 */
export function unplacedFills(
  rows: readonly UnplacedRow[],
  contracts: ContractSet,
): { fills: UnplacedFill[]; refused: LogRefusal[] } {
  const crossing = Map.groupBy(
    rows.filter(({ taker }) => isExchange(prefixed(taker) as Address, contracts)),
    ({ maker }) => maker,
  )
  const refused: LogRefusal[] = []
  const matches: UnplacedRow[][] = []
  for (const [owner, takers] of crossing) {
    const makers = rows.filter(({ taker }) => taker === owner)
    if (takers.length === 1) matches.push([...makers, ...takers])
    else {
      matches.push(makers)
      for (const { tx } of takers) refused.push({ tx, logIndex: null, reason: SEVERAL })
    }
  }
  // An order that was filled directly.
  const others = rows.filter(
    (row) => !crossing.has(row.taker) && crossing.get(row.maker)?.includes(row) !== true,
  )
  const fills: UnplacedFill[] = []
  for (const match of [...matches, others]) {
    const read = settled(match, contracts)
    fills.push(...read.fills)
    refused.push(...read.refused)
  }
  return { fills, refused }
}

const SEVERAL =
  'several orders of this wallet crossed the book in the transaction: their amounts spent cannot be separated without log indexes'

/** The fills of a match, whose taker row comes last and names the exchange. */
function settled(match: readonly UnplacedRow[], contracts: ContractSet) {
  const named = prefixed(match.at(-1)?.taker ?? null)
  const [any] = contracts.contracts.filter(({ kind }) => kind === 'EXCHANGE')
  const contract = isExchange(named as Address, contracts) ? named : (any?.address ?? null)
  const { logs, refused } = filledLogs(
    match.map((row, logIndex) => ({
      ...row,
      block: 0,
      logIndex,
      contract,
      orderHash: UNKNOWN,
      fee: '0',
      otherFees: null,
    })),
    contracts,
  )
  const decoded = decodeTransaction(logs, contracts)
  const fills = decoded.events.flatMap((event): UnplacedFill[] => {
    if (event.kind !== 'FILL') return []
    const { owner, token, side, shares, usd, tx } = event
    return [
      { fill: withoutUnknown(event), identity: ['poly_data', tx, owner, token, side, shares, usd].join(' ') },
    ]
  })
  return {
    fills,
    refused: [...refused, ...decoded.refused].map(({ tx, reason }) => ({ tx, logIndex: null, reason })),
  }
}

const UNKNOWN = `0x${'0'.repeat(64)}`

function withoutUnknown(fill: Fill): Fill {
  return {
    ...fill,
    block: null,
    logIndex: null,
    exchange: null,
    counterparty: null,
    role: null,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  }
}
