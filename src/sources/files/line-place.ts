import type { EventPlace } from '../../ledger/event.ts'
import { hashField, integerField, objectField, secondsField } from '../field-checks.ts'
import { Refused, refusedField } from '../refusal.ts'

const BLOCK_LIMIT = 2 ** 33
const LOG_INDEX_LIMIT = 2 ** 20
const COUNT_LIMIT = 2 ** 31

/**
 * The place of an event's line: its block and log, or without one the row that distinguishes it.
 * @throws Refused if the fields do not go together, or one is not what it should be
 */
export function placeOf(row: Record<string, unknown>): EventPlace {
  const block = row.block === null ? null : integerField('block', row.block, 0, BLOCK_LIMIT)
  const logIndex = row.logIndex === null ? null : integerField('logIndex', row.logIndex, 0, LOG_INDEX_LIMIT)
  if ((block === null) !== (logIndex === null))
    throw new Refused('only one of block and logIndex is null: both are integers, or both null')
  const tx = row.tx === null ? null : hashField('tx', row.tx)
  if (block !== null && tx === null)
    throw new Refused('tx is null: an event with a block needs its transaction')
  const place: EventPlace = { block, logIndex, tx, time: secondsField('time', row.time) }
  if (row.item !== undefined) addItem(place, row.item)
  addRow(place, row.row)
  return place
}

const LOG_FIELDS: ReadonlySet<string> = new Set(['block', 'logIndex'])

/**
 * Parses the place of a log: its block and its index there.
 * @throws Refused for any other value
 */
export function logPlaceField(name: string, value: unknown): { block: number; logIndex: number } {
  const place = objectField(name, value, LOG_FIELDS)
  return {
    block: integerField(`${name}.block`, place.block, 0, BLOCK_LIMIT),
    logIndex: integerField(`${name}.logIndex`, place.logIndex, 0, LOG_INDEX_LIMIT),
  }
}

/** Only its row identifies an event without a block: without one, a second import would count it twice. */
function addRow(place: EventPlace, value: unknown): void {
  if (place.block !== null) {
    if (value === undefined) return
    throw new Refused('row is set: only an event without a block has one')
  }
  if (typeof value !== 'string' || !/^[0-9a-f]{32}$/.test(value))
    throw refusedField(
      'row',
      value,
      'for an event without a block, 32 hex digits that distinguish it from other rows',
    )
  place.row = value
}

function addItem(place: EventPlace, value: unknown): void {
  const item = integerField('item', value, 0, COUNT_LIMIT)
  if (item > 0 && place.block === null)
    throw new Refused(`item is ${item}: only a log (an event with a block) has items`)
  if (item > 0) place.item = item
}
