import type {
  Convert,
  EventPlace,
  Fill,
  Income,
  MarketInfo,
  Redeem,
  Resolve,
  SourceRecord,
  SplitOrMerge,
  TraderInfo,
  Transfer,
} from '../ledger/event.ts'
import {
  addressField,
  amountField,
  conditionField,
  hashField,
  integerField,
  isObject,
  listField,
  nullable,
  objectField,
  secondsField,
  textField,
  tokenField,
  uint256Field,
} from './field-checks.ts'
import { INCOME_REASONS } from './income-reasons.ts'
import { Refused, refusedField } from './refusal.ts'

type Row = Record<string, unknown>
type Place = Pick<EventPlace, 'block' | 'logIndex' | 'tx' | 'time' | 'row' | 'item'>

const BLOCK_LIMIT = 2 ** 33
const LOG_INDEX_LIMIT = 2 ** 20
const COUNT_LIMIT = 2 ** 31
/** The conditional tokens contract allows no more outcomes, and a neg-risk market no more questions. */
const MAX_OUTCOMES = 256
const MAX_TAGS = 1000

const PLACE = ['kind', 'block', 'logIndex', 'tx', 'time', 'row']
const FILL = 'exchange owner counterparty role side token shares usd fee feeIn orderHash'

/** The fields of each kind. A fill is one log, so it alone has no `item`. */
const FIELDS = {
  FILL: fieldsOf(PLACE, FILL),
  SPLIT: fieldsOf(PLACE, 'item owner condition amount'),
  MERGE: fieldsOf(PLACE, 'item owner condition amount'),
  CONVERT: fieldsOf(PLACE, 'item owner market indexSet amount feeBips'),
  RESOLVE: fieldsOf(PLACE, 'item condition payouts'),
  REDEEM: fieldsOf(PLACE, 'item owner condition amounts payout'),
  TRANSFER: fieldsOf(PLACE, 'item from to token amount'),
  INCOME: fieldsOf(PLACE, 'item owner amount reason'),
  MARKET: fieldsOf(['kind'], 'condition tokens outcomes question slug category tags event negRisk'),
  TRADER: fieldsOf(['kind'], 'address username profileImage xUsername verified bio'),
}
const EVENT_FIELDS = fieldsOf([], 'id title slug')
const NEG_RISK_FIELDS = fieldsOf([], 'market index questions')

const PARSERS: { [Kind in keyof typeof FIELDS]: (row: Row) => SourceRecord } = {
  FILL: fillOf,
  SPLIT: (row) => splitOrMergeOf('SPLIT', row),
  MERGE: (row) => splitOrMergeOf('MERGE', row),
  CONVERT: convertOf,
  RESOLVE: resolveOf,
  REDEEM: redeemOf,
  TRANSFER: transferOf,
  INCOME: incomeOf,
  MARKET: marketOf,
  TRADER: traderOf,
}

function fieldsOf(first: readonly string[], rest: string): ReadonlySet<string> {
  return new Set([...first, ...rest.split(' ')])
}

/**
 * Reads one line of the format "ledger events as lines". Unknown kinds and unknown fields are refused. What only
 * describes (an exchange, a role, a slug) is null where it is left out; what moves a position must be there. Throws
 * Refused, whose message says what is wrong and what would be right.
 */
export function parseEventLine(text: string): SourceRecord {
  const row = jsonObject(text)
  const kind = row.kind
  if (!isKind(kind)) throw refusedField('kind', kind, `one of ${Object.keys(FIELDS).join(', ')}`)
  objectField(kind, row, FIELDS[kind])
  return PARSERS[kind](row)
}

function isKind(kind: unknown): kind is keyof typeof FIELDS {
  return typeof kind === 'string' && Object.hasOwn(FIELDS, kind)
}

function jsonObject(text: string): Row {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refused('the line is not JSON: one whole JSON object is needed on each line')
  }
  if (isObject(value)) return value
  throw refusedField('the line', value, 'one JSON object')
}

function placeOf(row: Row): Place {
  const block = row.block === null ? null : integerField('block', row.block, 0, BLOCK_LIMIT)
  const logIndex = row.logIndex === null ? null : integerField('logIndex', row.logIndex, 0, LOG_INDEX_LIMIT)
  if ((block === null) !== (logIndex === null))
    throw new Refused('only one of block and logIndex is null: both are integers, or both null')
  const tx = row.tx === null ? null : hashField('tx', row.tx)
  if (block !== null && tx === null)
    throw new Refused('tx is null: an event with a block needs its transaction')
  const place: Place = { block, logIndex, tx, time: secondsField('time', row.time) }
  if (row.item !== undefined) addItem(place, row.item)
  addRow(place, row.row)
  return place
}

/** An event without a block is known by its row alone: without one, a second import would count it twice. */
function addRow(place: Place, value: unknown): void {
  if (place.block !== null) {
    if (value === undefined) return
    throw new Refused('row is given: only an event without a block has one')
  }
  if (typeof value !== 'string' || !/^[0-9a-f]{32}$/.test(value))
    throw refusedField(
      'row',
      value,
      'for an event without a block, 32 hex digits that tell it from other rows',
    )
  place.row = value
}

function addItem(place: Place, value: unknown): void {
  const item = integerField('item', value, 0, COUNT_LIMIT)
  if (item > 0 && place.block === null)
    throw new Refused(`item is ${item}: only a log (an event with a block) has items`)
  if (item > 0) place.item = item
}

function fillOf(row: Row): Fill {
  const { side, role, feeIn } = row
  if (side !== 'BUY' && side !== 'SELL') throw refusedField('side', side, 'BUY or SELL')
  if (feeIn !== 'USD' && feeIn !== 'SHARES') throw refusedField('feeIn', feeIn, 'USD or SHARES')
  const fill: Fill = {
    kind: 'FILL',
    ...placeOf(row),
    exchange: nullable('exchange', row.exchange, addressField),
    owner: addressField('owner', row.owner),
    counterparty: nullable('counterparty', row.counterparty, addressField),
    role: nullable('role', role, roleField),
    side,
    token: tokenField('token', row.token),
    shares: amountField('shares', row.shares),
    usd: amountField('usd', row.usd),
    fee: amountField('fee', row.fee),
    feeIn,
    orderHash: nullable('orderHash', row.orderHash, hashField),
  }
  if (fill.shares === 0) throw refusedField('shares', row.shares, 'at least one millionth of a share')
  checkFee(fill)
  return fill
}

function roleField(name: string, value: unknown): 'MAKER' | 'TAKER' {
  if (value === 'MAKER' || value === 'TAKER') return value
  throw refusedField(name, value, 'MAKER, TAKER or null')
}

/** A fee in shares is taken from the shares that a BUY brings; a SELL brings none to take it from. */
function checkFee({ fee, feeIn, shares, usd, side }: Fill): void {
  if (feeIn === 'SHARES' && side === 'SELL' && fee > 0)
    throw new Refused('feeIn is "SHARES" on a SELL: only a BUY pays its fee in shares')
  const whole = feeIn === 'SHARES' ? shares : usd
  if (fee > whole)
    throw new Refused(`fee is "${fee}": at most ${whole}, the ${feeIn} that it is taken from, is possible`)
}

function splitOrMergeOf(kind: 'SPLIT' | 'MERGE', row: Row): SplitOrMerge {
  return {
    kind,
    ...placeOf(row),
    owner: addressField('owner', row.owner),
    condition: conditionField('condition', row.condition),
    amount: amountField('amount', row.amount),
  }
}

function convertOf(row: Row): Convert {
  const indexSet = uint256Field('indexSet', row.indexSet)
  if (indexSet === '0') throw refusedField('indexSet', indexSet, 'at least one bit')
  return {
    kind: 'CONVERT',
    ...placeOf(row),
    owner: addressField('owner', row.owner),
    market: hashField('market', row.market),
    indexSet,
    amount: amountField('amount', row.amount),
    feeBips: integerField('feeBips', row.feeBips, 0, 10_001),
  }
}

function resolveOf(row: Row): Resolve {
  const payouts = listField('payouts', row.payouts, MAX_OUTCOMES, uint256Field)
  if (payouts.length < 2 || payouts.every((payout) => payout === '0'))
    throw refusedField('payouts', row.payouts, 'one number for each of at least two outcomes, not all 0,')
  return {
    kind: 'RESOLVE',
    ...placeOf(row),
    condition: conditionField('condition', row.condition),
    payouts,
  }
}

function redeemOf(row: Row): Redeem {
  const { amounts } = row
  return {
    kind: 'REDEEM',
    ...placeOf(row),
    owner: addressField('owner', row.owner),
    condition: conditionField('condition', row.condition),
    amounts: amounts === null ? null : listField('amounts', amounts, MAX_OUTCOMES, amountField),
    payout: amountField('payout', row.payout),
  }
}

function transferOf(row: Row): Transfer {
  return {
    kind: 'TRANSFER',
    ...placeOf(row),
    from: addressField('from', row.from),
    to: addressField('to', row.to),
    token: tokenField('token', row.token),
    amount: amountField('amount', row.amount),
  }
}

function incomeOf(row: Row): Income {
  const { reason } = row
  if (typeof reason !== 'string' || !INCOME_REASONS.has(reason))
    throw refusedField('reason', reason, `one of ${[...INCOME_REASONS].join(', ')}`)
  return {
    kind: 'INCOME',
    ...placeOf(row),
    owner: addressField('owner', row.owner),
    amount: amountField('amount', row.amount),
    reason,
  }
}

function marketOf(row: Row): MarketInfo {
  const tokens = listField('tokens', row.tokens, MAX_OUTCOMES, tokenField)
  const outcomes = listField('outcomes', row.outcomes, MAX_OUTCOMES, textField)
  if (tokens.length > 0 && outcomes.length > 0 && tokens.length !== outcomes.length)
    throw new Refused(
      `tokens has ${tokens.length} entries and outcomes ${outcomes.length}: one each is needed`,
    )
  if (new Set(tokens).size < tokens.length)
    throw new Refused('tokens names one token twice: each is needed once')
  return {
    kind: 'MARKET',
    condition: conditionField('condition', row.condition),
    tokens,
    outcomes,
    question: nullable('question', row.question, textField),
    slug: nullable('slug', row.slug, textField),
    category: nullable('category', row.category, textField),
    tags: nullable('tags', row.tags, (name, tags) => listField(name, tags, MAX_TAGS, textField)) ?? [],
    event: nullable('event', row.event, eventField),
    negRisk: nullable('negRisk', row.negRisk, negRiskField),
  }
}

function eventField(name: string, value: unknown): NonNullable<MarketInfo['event']> {
  const event = objectField(name, value, EVENT_FIELDS)
  return {
    id: textField('event.id', event.id),
    title: nullable('event.title', event.title, textField),
    slug: nullable('event.slug', event.slug, textField),
  }
}

function negRiskField(name: string, value: unknown): NonNullable<MarketInfo['negRisk']> {
  const negRisk = objectField(name, value, NEG_RISK_FIELDS)
  return {
    market: hashField('negRisk.market', negRisk.market),
    index: integerField('negRisk.index', negRisk.index, 0, MAX_OUTCOMES),
    questions: nullable('negRisk.questions', negRisk.questions, (questions, count) =>
      integerField(questions, count, 1, MAX_OUTCOMES + 1),
    ),
  }
}

function traderOf(row: Row): TraderInfo {
  const { verified } = row
  if (verified !== undefined && verified !== null && typeof verified !== 'boolean')
    throw refusedField('verified', verified, 'true, false or null')
  return {
    kind: 'TRADER',
    address: addressField('address', row.address),
    username: nullable('username', row.username, textField),
    profileImage: nullable('profileImage', row.profileImage, textField),
    xUsername: nullable('xUsername', row.xUsername, textField),
    verified: verified ?? null,
    bio: nullable('bio', row.bio, textField),
  }
}
