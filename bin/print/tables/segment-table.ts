import type { SegmentColumn } from '../../../src/store/engine/duckdb.ts'
import { MOVEMENT_CODES } from '../../../src/store/ledger/movement-row.ts'
import { CHAIN_KINDS } from '../../../src/store/ledger/sealed/chain-kinds.ts'
import { DAY_FILES } from '../../../src/store/ledger/sealed/seal-days.ts'
import { PLAIN_COLUMNS } from '../../../src/store/ledger/sealed/sealed-days.ts'
import { code, markdownTable } from './markdown-table.ts'

const TYPES: Readonly<Record<SegmentColumn, string>> = {
  tiny: 'INT8',
  int: 'INT32',
  big: 'INT64',
  real: 'DOUBLE',
  text: 'text',
  blob: 'bytes',
}

/** The meaning of each column of a sealed file, by the table of the store. */
const MEANINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  fills: {
    key: 'block · 2^20 + log index',
    tx: 'hash of the transaction, 32 bytes',
    time: 'seconds since 1970-01-01, UTC',
    exchange_id: '`traders.id` of the exchange contract',
    owner_id: '`traders.id` of the owner of the order',
    counterparty_id: '`traders.id` of the counterparty',
    role: '0 MAKER, 1 TAKER, null unknown',
    side: '0 BUY, 1 SELL',
    token_id: '`tokens.id`',
    shares: 'millionths of a share',
    usd: 'millionths of a dollar, without the fee',
    fee: 'millionths of the unit in `fee_in`',
    fee_in: '0 dollars, 1 shares',
    order_hash: 'hash of the order, 32 bytes',
  },
  movements: {
    key: 'block · 2^20 + log index',
    item: 'number within the log, if one log has several events',
    kind: Object.entries(MOVEMENT_CODES)
      .map(([kind, number]) => `${number} ${kind}`)
      .join(', '),
    tx: 'hash of the transaction, 32 bytes',
    time: 'seconds since 1970-01-01, UTC',
    owner_id: '`traders.id` of the owner, or of the sender; null for RESOLVE',
    other_id: '`traders.id` of the receiver of a TRANSFER',
    condition_id: '`markets.id` of the condition; null if the event has none',
    neg_risk_id: '`markets.neg_risk_id` of the neg-risk market of a CONVERT',
    token_id: '`tokens.id` of a TRANSFER',
    amount: 'millionths of a share, or of a dollar for REDEEM and INCOME',
    detail: 'other fields of the event, as JSON',
  },
  position_days: {
    trader_id: '`traders.id`',
    token_id: '`tokens.id`',
    day: 'days since 1970-01-01, UTC',
    shares: 'millionths of a share: the holding at its close',
    cost: 'millionths of a dollar: cost of the holding',
    official_amount: 'millionths of a share: the holding at its close by the official rule',
    official_avg: 'millionths of a dollar: their average price by that rule',
    realized: 'millionths of a dollar: profit realized on the day',
    bought: 'millionths of a dollar: cost of purchases and splits, fees included',
    buy_shares: 'millionths of a share: bought',
    split_cost: 'millionths of a dollar: the part of `bought` from splits',
    split_shares: 'millionths of a share: from splits',
    sold: 'millionths of a dollar: proceeds of sales, merges and redemptions, less fees',
    fees: 'millionths of a dollar: fees of fills',
    volume: 'millionths of a dollar: fills',
    traded: 'millionths of a share: fills',
    fills: 'number of fills',
    maker_fills: 'number of fills as maker',
    buys: 'number of BUY fills',
    untracked: 'millionths of a share: moved without a known cost',
    official_realized: 'millionths of a dollar: profit of the day by the official rule',
    role_known: 'number of fills whose role is known',
    square_low: 'sum of squares of the dollars of fills, in units of 1e-12: its lowest limb',
    square_middle: 'its next limb, in units of 2^36',
    square_high: 'its highest limb, in units of 2^72',
    buy_slippage: "millionths of a dollar: a copier's slippage of BUYs",
    sell_slippage: "millionths of a dollar: a copier's slippage of SELLs of held shares",
    moved_slippage:
      'millionths of a dollar: slippage that came with transferred shares, less what left with them',
    lists:
      'LEB128 numbers: how many UTC hours have fills, each with its count; the same of the cost of BUYs by price, in tenths of a dollar; then the seconds that each lot was held that closed. Empty where all three are',
  },
}

/** Every kind of sealed files, with what their names begin with. */
const KINDS = [
  ...CHAIN_KINDS.map((kind) => ({ ...kind, begin: kind.table.name })),
  { ...DAY_FILES, begin: 'days' },
]

/** Every kind of sealed files, with its columns and the order of its rows. */
export function segmentTable(): string {
  const rows = KINDS.flatMap(({ begin, plans }) =>
    plans.map(({ name, columns, order }) => [
      code(`${begin}-….${name}-….parquet`),
      columns.map(code).join(', '),
      order.map(code).join(', '),
    ]),
  )
  return markdownTable(['file', 'columns', 'rows in the order of'], rows)
}

/** A view of sealed days with plain columns, as DuckDB's SQL. */
export function daysView(): string {
  const columns = PLAIN_COLUMNS.map((column) => `  ${column}`).join(',\n')
  return `\`\`\`sql\nCREATE VIEW position_days AS SELECT\n${columns}\nFROM read_parquet(getvariable('days'));\n\`\`\``
}

/** Every column of the sealed files. Throws a RangeError where it is not said above what one holds. */
export function segmentColumnTable(): string {
  const rows = KINDS.flatMap(({ table, columns, begin }) =>
    Object.entries(columns).map(([name, type]) => {
      const meaning = MEANINGS[table.name]?.[name]
      if (meaning === undefined)
        throw new RangeError(`Say in segment-table.ts what ${table.name}.${name} holds.`)
      return [code(begin), code(name), TYPES[type], meaning]
    }),
  )
  return markdownTable(['table', 'column', 'type', 'content'], rows)
}
