import { MAX_MICRO } from '../../ledger/quantities.ts'
import { type Column, quoted, text } from './table-queries.ts'

/** The columns of an OrderFilled event in a table. */
export interface FilledColumns {
  block: string
  logIndex: string
  tx: string
  /** Null if other files have the block times. */
  time: string | null
  orderHash: string
  maker: string
  taker: string
  contract: string
  makerAsset: string
  takerAsset: string
  makerAmount: string
  takerAmount: string
  fee: string
  /** Fees that the event does not have. */
  otherFees: readonly string[]
}

const EVENT = {
  block: 'block_number',
  logIndex: 'log_index',
  tx: 'transaction_hash',
  orderHash: 'order_hash',
  maker: 'maker',
  taker: 'taker',
  makerAsset: 'maker_asset_id',
  takerAsset: 'taker_asset_id',
} as const

/** Where the tables of prediction-market-analysis, of Polymarket_data, and of OrderFilled events have what. */
export const FILLED_COLUMNS = {
  TRADES: {
    ...EVENT,
    time: null,
    contract: '_contract',
    makerAmount: 'maker_amount',
    takerAmount: 'taker_amount',
    fee: 'fee',
    otherFees: [],
  },
  ORDERS: {
    ...EVENT,
    time: 'timestamp',
    contract: 'contract',
    makerAmount: 'maker_amount_filled',
    takerAmount: 'taker_amount_filled',
    fee: 'maker_fee',
    otherFees: ['taker_fee', 'protocol_fee'],
  },
  FILLED: {
    ...EVENT,
    time: 'timestamp',
    contract: 'contract',
    makerAmount: 'maker_amount_filled',
    takerAmount: 'taker_amount_filled',
    fee: 'fee',
    otherFees: [],
  },
} as const satisfies Record<string, FilledColumns>

/** A whole number, such as a block's, as SQL. */
export function wholeOf(column: string): string {
  return `TRY_CAST(${quoted(column)} AS BIGINT)`
}

/**
 * SQL of rows under our column names: texts in lower case as the decoder of rows reads them, and numbers beside them,
 * null unless they equal their text.
 */
export function filledSource(from: string, columns: readonly Column[], of: FilledColumns): string {
  const typeOf = (name: string) => columns.find((column) => column.name === name)?.type ?? 'VARCHAR'
  const selected = {
    block: wholeOf(of.block),
    log_index: wholeOf(of.logIndex),
    time: of.time === null ? 'CAST(NULL AS DOUBLE)' : `CAST(${wholeOf(of.time)} AS DOUBLE)`,
    tx: text(quoted(of.tx)),
    order_hash: text(quoted(of.orderHash)),
    maker: text(quoted(of.maker)),
    taker: text(quoted(of.taker)),
    contract: text(quoted(of.contract)),
    maker_asset: text(quoted(of.makerAsset)),
    taker_asset: text(quoted(of.takerAsset)),
    maker_amount: text(quoted(of.makerAmount)),
    taker_amount: text(quoted(of.takerAmount)),
    fee: text(quoted(of.fee)),
    other_fees:
      of.otherFees.length === 0
        ? 'NULL'
        : `concat(${of.otherFees.map((name) => text(quoted(name))).join(', ')})`,
    // As written, since converting to lower case costs as much as reading.
    tx_text: rawOf(of.tx),
    order_text: rawOf(of.orderHash),
    maker_text: rawOf(of.maker),
    taker_text: rawOf(of.taker),
    maker_asset_text: rawOf(of.makerAsset),
    taker_asset_text: rawOf(of.takerAsset),
    maker_micro: microOf(of.makerAmount, typeOf(of.makerAmount)),
    taker_micro: microOf(of.takerAmount, typeOf(of.takerAmount)),
    fee_micro: microOf(of.fee, typeOf(of.fee)),
    one_fee: of.otherFees.map((name) => isZero(name, typeOf(name))).join(' AND ') || 'TRUE',
  }
  const list = Object.entries(selected).map(([name, expression]) => `${expression} AS ${name}`)
  return `SELECT ${list.join(', ')} FROM ${from}`
}

function rawOf(column: string): string {
  return `CAST(${quoted(column)} AS VARCHAR)`
}

/** An amount in millionths where it can be kept exactly; text must be written as the decoder reads it. */
function microOf(column: string, type: string): string {
  const value = `TRY_CAST(${quoted(column)} AS BIGINT)`
  const canonical = isInteger(type) ? '' : ` AND regexp_full_match(${quoted(column)}, '0|[1-9][0-9]{0,15}')`
  return `CASE WHEN ${value} BETWEEN 0 AND ${MAX_MICRO}${canonical} THEN ${value} END`
}

function isZero(column: string, type: string): string {
  const name = quoted(column)
  return isInteger(type)
    ? `coalesce(${name} = 0, TRUE)`
    : `coalesce(CAST(${name} AS VARCHAR) IN ('', '0'), TRUE)`
}

function isInteger(type: string): boolean {
  return /^U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?$/.test(type)
}
