import { type EventLayout, eventLayoutName, eventLayoutOf } from './event-columns.ts'
import type { Column, Renamed } from './table-queries.ts'

/** A layout of raw history that is read, or a table of one. */
export type Layout =
  | 'LOGS'
  | 'TRADES'
  | 'BLOCKS'
  | 'MARKETS'
  | 'EVENTS'
  | 'RESOLUTIONS'
  | 'ORDERS'
  | EventLayout

/** A data set recognised by its columns. */
interface TableLayout {
  layout: Exclude<Layout, 'LOGS' | EventLayout>
  /** The data set and its table, as a sentence names them. */
  name: string
  columns: readonly string[]
  /** Columns that hold whole numbers: as floating point they would have lost digits. */
  whole: readonly string[]
}

const PLACE = ['block_number', 'transaction_hash', 'log_index'] as const
const ORDER = ['order_hash', 'maker', 'taker', 'maker_asset_id', 'taker_asset_id'] as const
const ASSETS = ['block_number', 'log_index', 'maker_asset_id', 'taker_asset_id'] as const

/** The tables that are read; one whose columns are another's and more comes first. */
const TABLES: readonly TableLayout[] = [
  {
    layout: 'ORDERS',
    name: 'orders of Polymarket_data',
    columns: [
      'timestamp',
      ...PLACE,
      ...ORDER,
      'contract',
      'maker_amount_filled',
      'taker_amount_filled',
      'maker_fee',
      'taker_fee',
      'protocol_fee',
    ],
    whole: [
      ...ASSETS,
      'maker_amount_filled',
      'taker_amount_filled',
      'maker_fee',
      'taker_fee',
      'protocol_fee',
    ],
  },
  {
    layout: 'TRADES',
    name: 'trades of prediction-market-analysis',
    columns: [...PLACE, ...ORDER, 'maker_amount', 'taker_amount', 'fee', '_contract'],
    whole: [...ASSETS, 'maker_amount', 'taker_amount', 'fee'],
  },
  {
    layout: 'RESOLUTIONS',
    name: 'resolutions of prediction-market-analysis',
    columns: [...PLACE, 'condition_id', 'payout_numerators'],
    whole: ['block_number', 'log_index'],
  },
  {
    layout: 'MARKETS',
    name: 'markets of prediction-market-analysis',
    columns: ['id', 'condition_id', 'question', 'slug', 'outcomes', 'clob_token_ids'],
    whole: ['id'],
  },
  {
    layout: 'EVENTS',
    name: 'events of prediction-market-analysis',
    columns: ['id', 'slug', 'title', 'tags', 'market_ids'],
    whole: ['id'],
  },
  {
    layout: 'BLOCKS',
    name: 'blocks of prediction-market-analysis',
    columns: ['block_number', 'timestamp'],
    whole: ['block_number'],
  },
]

/** Columns of known tables that cannot be imported, and the reason: the end of a sentence. */
const REFUSED: readonly { columns: readonly string[]; reason: string }[] = [
  {
    columns: ['nonusdc_side', 'maker_direction'],
    reason: 'holds trades with computed sides and prices: the events themselves are needed',
  },
]

/** Data that is missing from fills without the conditional tokens' own events. */
const FILLS_LACK =
  'splits, merges, conversions, redemptions, transfers, pools, and the refunded part of V1 fees'

/** The missing parts of a layout, as words of a sentence; null if it is complete, or is not a layout by itself. */
export function lacking(layout: Layout): string | null {
  if (layout === 'TRADES') return FILLS_LACK
  if (layout === 'UNPLACED')
    return (
      'blocks, log indexes, fees and exchanges: the rows are imported like those of the Data API, and logs of the chain ' +
      `take their place. They lack ${FILLS_LACK.slice(0, FILLS_LACK.indexOf(', and the part'))}, and market metadata`
    )
  if (layout === 'FILLED')
    return (
      'splits, merges, conversions and redemptions of neg-risk adapters, transfers, pools, the refunded part of V1 fees, ' +
      'and market metadata'
    )
  return layout === 'ORDERS' ? `${FILLS_LACK}, market metadata and resolutions` : null
}

export function layoutName(layout: Layout): string {
  return (
    TABLES.find((one) => one.layout === layout)?.name ?? eventLayoutName(layout) ?? 'raw logs, a block a line'
  )
}

/** A table's layout, and its columns as SQL where they are called otherwise than readers know them. */
export interface KnownTable {
  layout: Layout
  renamed?: Renamed
}

/**
 * The layout of a table by its columns; or the reason for not reading it, as the end of a sentence that begins with its
 * path.
 */
export function layoutOf(columns: readonly Column[], path: string): KnownTable | { reason: string } {
  const names = columns.map(({ name }) => name)
  const lacks = (list: readonly string[]) => list.filter((name) => !names.includes(name))
  const refused = REFUSED.find((one) => lacks(one.columns).length === 0)
  if (refused) return { reason: `${refused.reason}; its columns are ${names.join(', ')}` }
  // Many tables have a block and a time: only one without transactions is a table of blocks.
  const found = TABLES.find(
    ({ layout, columns: needed }) =>
      lacks(needed).length === 0 &&
      (layout !== 'BLOCKS' || !names.some((name) => /^(?:transaction|tx)_?hash$/i.test(name))),
  )
  const events = eventLayoutOf(columns, path)
  // Resolutions with times need no other file.
  if (events !== null && 'layout' in events && (found === undefined || found.layout === 'RESOLUTIONS'))
    return events
  if (found === undefined) return events ?? { reason: unknown(names, lacks) }
  const inexact = columns.find(({ name, type }) => found.whole.includes(name) && !isExact(type))
  if (inexact === undefined) return { layout: found.layout }
  return { reason: `holds ${found.name}, but ${inexact.name} is ${inexact.type}, which loses digits` }
}

/** Whether a type holds every digit of an integer. */
function isExact(type: string): boolean {
  return /^U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?$|^VARCHAR$|^DECIMAL\(\d+,0\)$/.test(type)
}

function unknown(names: readonly string[], lacks: (list: readonly string[]) => string[]): string {
  const near = TABLES.find(({ columns }) => columns.length > 2 && lacks(columns).length <= columns.length / 3)
  if (near) return `looks like ${near.name}, but lacks ${lacks(near.columns).join(', ')}`
  return `has no known layout: its columns are ${names.join(', ')}`
}
