import { EARLIEST_TIME, END_LIMIT, MAX_OUTCOMES, MAX_TAGS, TEXT_BOUNDS } from '../../ledger/bounds.ts'
import type { EventPlace, MarketInfo, NegRiskQuestion, TraderInfo } from '../../ledger/event.ts'
import { categoryNamed } from '../../ledger/market-category.ts'
import {
  addressField,
  conditionField,
  hashField,
  integerField,
  listField,
  nullable,
  objectField,
  pictureField,
  Refused,
  refusedField,
  secondsField,
  textField,
  tokenField,
} from '../field-checks.ts'

type Row = Record<string, unknown>

const nameField = textField(TEXT_BOUNDS.name)
const titleField = textField(TEXT_BOUNDS.question)
const slugField = textField(TEXT_BOUNDS.slug)
const EVENT_FIELDS: ReadonlySet<string> = new Set(['id', 'title', 'slug'])
const NEG_RISK_FIELDS: ReadonlySet<string> = new Set(['market', 'index', 'questions', 'prepared'])

/** The market of a line. @throws Refused if it is invalid */
export function marketOf(row: Row): MarketInfo {
  const tokens = listField('tokens', row.tokens, MAX_OUTCOMES, tokenField)
  const outcomes = listField('outcomes', row.outcomes, MAX_OUTCOMES, nameField)
  if (tokens.length > 0 && outcomes.length > 0 && tokens.length !== outcomes.length)
    throw new Refused(
      `tokens has ${tokens.length} entries and outcomes ${outcomes.length}: one each is needed`,
    )
  if (new Set(tokens).size < tokens.length)
    throw new Refused('tokens names one token twice: each is needed once')
  const [createdAt, endsAt] = (['createdAt', 'endsAt'] as const).map((time) =>
    nullable(time, row[time], (name, value) => integerField(name, value, EARLIEST_TIME, END_LIMIT)),
  )
  return {
    kind: 'MARKET',
    condition: conditionField('condition', row.condition),
    tokens,
    outcomes,
    question: nullable('question', row.question, titleField),
    slug: nullable('slug', row.slug, slugField),
    // An unknown category tells nothing about the market, and is no reason to drop the line.
    category: categoryNamed(nullable('category', row.category, nameField)),
    tags: nullable('tags', row.tags, (name, tags) => listField(name, tags, MAX_TAGS, slugField)) ?? [],
    event: nullable('event', row.event, eventField),
    negRisk: nullable('negRisk', row.negRisk, negRiskField),
    ...(typeof createdAt === 'number' && { createdAt }),
    ...(typeof endsAt === 'number' && { endsAt }),
  }
}

function eventField(name: string, value: unknown): NonNullable<MarketInfo['event']> {
  const event = objectField(name, value, EVENT_FIELDS)
  return {
    id: slugField('event.id', event.id),
    title: nullable('event.title', event.title, titleField),
    slug: nullable('event.slug', event.slug, slugField),
  }
}

function negRiskField(name: string, value: unknown): NegRiskQuestion {
  const negRisk = objectField(name, value, NEG_RISK_FIELDS)
  const prepared = nullable('negRisk.prepared', negRisk.prepared, logPlaceField)
  return {
    market: hashField('negRisk.market', negRisk.market),
    index: integerField('negRisk.index', negRisk.index, 0, MAX_OUTCOMES),
    questions: nullable('negRisk.questions', negRisk.questions, (questions, count) =>
      integerField(questions, count, 1, MAX_OUTCOMES + 1),
    ),
    ...(prepared && { prepared }),
  }
}

/** The trader of a line. @throws Refused if it is invalid */
export function traderOf(row: Row): TraderInfo {
  const { verified } = row
  if (verified !== undefined && verified !== null && typeof verified !== 'boolean')
    throw refusedField('verified', verified, 'true, false or null')
  return {
    kind: 'TRADER',
    address: addressField('address', row.address),
    username: nullable('username', row.username, nameField),
    profileImage: nullable('profileImage', row.profileImage, pictureField),
    xUsername: nullable('xUsername', row.xUsername, nameField),
    verified: verified ?? null,
    bio: nullable('bio', row.bio, textField(TEXT_BOUNDS.bio)),
  }
}

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
function logPlaceField(name: string, value: unknown): { block: number; logIndex: number } {
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
