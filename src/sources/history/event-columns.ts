import { basename, dirname } from 'node:path'
import { type Column, quoted, type Renamed } from './table-queries.ts'

/** Tables of events whose columns are not always called the same, as those of Polymarket-v1 and poly_data. */
export type EventLayout = 'FILLED' | 'SPLITS' | 'MERGES' | 'REDEMPTIONS' | 'RESOLVED' | 'UNPLACED'

interface EventTable {
  layout: EventLayout
  name: string
  /** A column's name here, and how it may be called in a file; capitals and underscores are no difference. */
  columns: Readonly<Record<string, readonly string[]>>
  /** The file, or its folder, is called so: other events have the same columns. */
  called?: RegExp
  /** A table that has such a column is no such table: it says more. */
  without?: readonly string[]
}

const PLACE = {
  block_number: ['blocknumber', 'block'],
  transaction_hash: ['transactionhash', 'txhash'],
  log_index: ['logindex'],
  timestamp: ['blocktimestamp', 'timestamp'],
}
const SETS = {
  ...PLACE,
  stakeholder: ['stakeholder'],
  collateral_token: ['collateraltoken', 'collateral'],
  parent_collection_id: ['parentcollectionid'],
  condition_id: ['conditionid'],
  partition: ['partition'],
  amount: ['amount'],
}

const EVENT_TABLES: readonly EventTable[] = [
  {
    layout: 'FILLED',
    name: 'OrderFilled events of Polymarket-v1',
    columns: {
      ...PLACE,
      contract: ['contract', 'contractaddress', 'address', 'exchange', 'exchangeaddress'],
      order_hash: ['orderhash'],
      maker: ['maker'],
      taker: ['taker'],
      maker_asset_id: ['makerassetid'],
      taker_asset_id: ['takerassetid'],
      maker_amount_filled: ['makeramountfilled'],
      taker_amount_filled: ['takeramountfilled'],
      fee: ['fee'],
    },
  },
  { layout: 'SPLITS', name: 'splits of Polymarket-v1', columns: SETS, called: /split/i },
  { layout: 'MERGES', name: 'merges of Polymarket-v1', columns: SETS, called: /merge/i },
  {
    layout: 'REDEMPTIONS',
    name: 'redemptions of Polymarket-v1',
    columns: {
      ...PLACE,
      redeemer: ['redeemer'],
      collateral_token: ['collateraltoken', 'collateral'],
      parent_collection_id: ['parentcollectionid'],
      condition_id: ['conditionid'],
      index_sets: ['indexsets'],
      payout: ['payout'],
    },
  },
  {
    layout: 'RESOLVED',
    name: 'resolutions of Polymarket-v1',
    columns: { ...PLACE, condition_id: ['conditionid'], payout_numerators: ['payoutnumerators'] },
  },
  {
    layout: 'UNPLACED',
    name: 'orderFilled.csv of poly_data',
    columns: {
      timestamp: ['timestamp'],
      transaction_hash: ['transactionhash'],
      maker: ['maker'],
      taker: ['taker'],
      maker_asset_id: ['makerassetid'],
      taker_asset_id: ['takerassetid'],
      maker_amount_filled: ['makeramountfilled'],
      taker_amount_filled: ['takeramountfilled'],
    },
    without: ['blocknumber', 'block', 'logindex'],
  },
]

/** Lists as JSON; everything else is a number, a time or a text. */
const LISTS = ['partition', 'index_sets', 'payout_numerators']
const WHOLE = [
  'block_number',
  'log_index',
  'maker_asset_id',
  'taker_asset_id',
  'maker_amount_filled',
  'taker_amount_filled',
  'fee',
  'amount',
  'payout',
  ...LISTS,
]

/** How a sentence names such a layout. */
export function eventLayoutName(layout: string): string | null {
  return EVENT_TABLES.find((one) => one.layout === layout)?.name ?? null
}

/**
 * The layout of a table of events, whose columns may have several names; null if it is not one; or the reason for not
 * reading it, as the end of a sentence that begins with its path.
 */
export function eventLayoutOf(
  columns: readonly Column[],
  path: string,
): { layout: EventLayout; renamed: Renamed } | { reason: string } | null {
  const has = (aliases: readonly string[]) => columns.some(({ name }) => aliases.includes(folded(name)))
  const fits = EVENT_TABLES.filter(({ without }) => !has(without ?? [])).map((table) => {
    const found = Object.entries(table.columns).map(
      ([name, aliases]) => [name, columns.find((column) => aliases.includes(folded(column.name)))] as const,
    )
    const lacks = found.flatMap(([name, column]) => (column === undefined ? [name] : []))
    return { table, found, lacks }
  })
  const names = columns.map(({ name }) => name).join(', ')
  const whole = fits.filter(({ lacks }) => lacks.length === 0)
  const { called } = whole[0]?.table ?? {}
  const calls = [basename(path), basename(dirname(path))]
  const [fit, ...others] =
    called === undefined
      ? whole
      : whole.filter(({ table }) => calls.some((call) => table.called?.test(call) === true))
  if (called !== undefined && (fit === undefined || others.length > 0))
    return {
      reason: `holds splits or merges of Polymarket-v1, and neither its name nor its folder’s says which; its columns are ${names}`,
    }
  if (fit !== undefined) {
    const inexact = fit.found.find(([name, column]) => WHOLE.includes(name) && !isExact(column?.type ?? ''))
    if (inexact !== undefined)
      return {
        reason: `holds ${fit.table.name}, but ${inexact[1]?.name} is ${inexact[1]?.type}, which loses digits`,
      }
    const renamed = fit.found.flatMap(([name, column]) => (column ? [[name, sqlOf(name, column)]] : []))
    return { layout: fit.table.layout, renamed: Object.fromEntries(renamed) }
  }
  const [near] = fits.toSorted((a, b) => a.lacks.length - b.lacks.length)
  if (near === undefined || near.lacks.length > near.found.length / 3) return null
  return {
    reason: `looks like ${near.table.name}, but lacks ${near.lacks.join(', ')}; its columns are ${names}`,
  }
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll('_', '')
}

function isExact(type: string): boolean {
  return /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?|VARCHAR|DECIMAL\(\d+,0\))(?:\[\])?$/.test(type)
}

function sqlOf(name: string, { name: column, type }: Column): string {
  const value = quoted(column)
  if (name === 'timestamp') return secondsOf(value, type)
  if (type === 'BLOB') return `'0x' || lower(hex(${value}))`
  return type.endsWith('[]') ? `CAST(to_json(${value}) AS VARCHAR)` : value
}

/** Seconds since 1970, from a time of any type. */
function secondsOf(value: string, type: string): string {
  const seconds = (time: string) => `TRY_CAST(epoch(TRY_CAST(${time} AS TIMESTAMP)) AS BIGINT)`
  if (type.startsWith('TIMESTAMP')) return `TRY_CAST(epoch(${value}) AS BIGINT)`
  if (type === 'VARCHAR') return `coalesce(TRY_CAST(${value} AS BIGINT), ${seconds(value)})`
  return `TRY_CAST(${value} AS BIGINT)`
}
