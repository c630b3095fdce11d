import { isObject, parseJson } from '../../checks.ts'
import { MAX_OUTCOMES } from '../../ledger/bounds.ts'
import type {
  Convert,
  Fill,
  Income,
  Redeem,
  Resolve,
  SourceRecord,
  SplitOrMerge,
  Transfer,
} from '../../ledger/event.ts'
import {
  addressField,
  amountField,
  conditionField,
  hashField,
  integerField,
  listField,
  nullable,
  objectField,
  Refused,
  refusedField,
  tokenField,
  uint256Field,
} from '../field-checks.ts'
import { nearMiss } from '../near-miss.ts'
import { INCOME_REASONS } from './api-row.ts'
import { marketOf, placeOf, traderOf } from './metadata-lines.ts'

type Row = Record<string, unknown>

const PLACE = ['kind', 'block', 'logIndex', 'tx', 'time', 'row']
const FILL = 'exchange owner counterparty role side token shares usd fee feeIn orderHash'

/** The fields of each kind. Only a fill has no `item`, since it is one log. */
const FIELDS = {
  FILL: fieldsOf(PLACE, FILL),
  SPLIT: fieldsOf(PLACE, 'item owner condition amount'),
  MERGE: fieldsOf(PLACE, 'item owner condition amount'),
  CONVERT: fieldsOf(PLACE, 'item owner market indexSet amount feeBips'),
  RESOLVE: fieldsOf(PLACE, 'item condition payouts'),
  REDEEM: fieldsOf(PLACE, 'item owner condition amounts payout'),
  TRANSFER: fieldsOf(PLACE, 'item from to token amount'),
  INCOME: fieldsOf(PLACE, 'item owner amount reason'),
  MARKET: fieldsOf(
    ['kind'],
    'condition tokens outcomes question slug category tags event negRisk createdAt endsAt',
  ),
  TRADER: fieldsOf(['kind'], 'address username profileImage xUsername verified bio'),
}

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
 * Parses one line of the format "ledger events as lines". Unknown kinds and unknown fields are refused. Descriptive
 * fields (an exchange, a role, a slug) may be omitted and are null then; fields that move a position are required.
 * Throws Refused with the problem and the remedy.
 */
export function parseEventLine(text: string): SourceRecord {
  const row = jsonObject(text)
  const kind = row.kind
  if (!isKind(kind)) {
    const other = nearMiss(Object.keys(row), 'events')
    throw other === null
      ? refusedField('kind', kind, `one of ${Object.keys(FIELDS).join(', ')}`)
      : new Refused(`the file ${other}`)
  }
  objectField(kind, row, FIELDS[kind])
  return PARSERS[kind](row)
}

function isKind(kind: unknown): kind is keyof typeof FIELDS {
  return typeof kind === 'string' && Object.hasOwn(FIELDS, kind)
}

function jsonObject(text: string): Row {
  const value = parseJson(text)
  if (value === undefined)
    throw new Refused('the line is not JSON: one whole JSON object is needed on each line')
  if (isObject(value)) return value
  throw refusedField('the line', value, 'one JSON object')
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

/** A fee in shares is deducted from the shares that a BUY brings; a SELL brings none. */
function checkFee({ fee, feeIn, shares, usd, side }: Fill): void {
  if (feeIn === 'SHARES' && side === 'SELL' && fee > 0)
    throw new Refused('feeIn is "SHARES" on a SELL: only a BUY pays its fee in shares')
  const whole = feeIn === 'SHARES' ? shares : usd
  if (fee > whole)
    throw new Refused(`fee is "${fee}": it can be at most ${whole}, the ${feeIn} that it is taken from`)
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
