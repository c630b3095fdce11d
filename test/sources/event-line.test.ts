import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EARLIEST_TIME, END_LIMIT } from '../../src/ledger/bounds.ts'
import { Refused } from '../../src/sources/field-checks.ts'
import { createCanonicalFillReader } from '../../src/sources/files/canonical-fill.ts'
import { parseEventLine } from '../../src/sources/files/parse-event-line.ts'
import { printEventLine } from '../../src/sources/files/print-event-line.ts'
import { arbitraryFill, arbitraryRecord } from './support/arbitrary-record.ts'

const address = `0x${'ab'.repeat(20)}`
const hash = `0x${'cd'.repeat(32)}`
const place = { block: 1, logIndex: 0, tx: hash, time: 1771269605 }
const fill = {
  kind: 'FILL',
  ...place,
  exchange: address,
  owner: address,
  counterparty: address,
  role: 'TAKER',
  side: 'BUY',
  token: '7',
  shares: '2730000',
  usd: '1228500',
  fee: '0',
  feeIn: 'USD',
  orderHash: hash,
}

const reasonOf = (line: unknown): string => {
  try {
    parseEventLine(typeof line === 'string' ? line : JSON.stringify(line))
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
  return 'accepted'
}

test.each([
  ['sports', 'sports'],
  [' Politics', 'politics'],
  ['Pop Culture', 'culture'],
  ['US-current-affairs', null],
  ['constructor', null],
  [null, null],
])('a market with the category %j has %j', (category, kept) => {
  const line = { kind: 'MARKET', condition: hash, tokens: [], outcomes: [], category }
  expect(parseEventLine(JSON.stringify(line))).toMatchObject({ category: kept })
  expect(reasonOf({ ...line, category: 'c'.repeat(101) })).toContain('category')
  expect(reasonOf({ ...line, category: 7 })).toContain('category')
})

describe('a record printed and parsed', () => {
  test('is the same record', () => {
    fc.assert(
      fc.property(arbitraryRecord, (record) => {
        expect(parseEventLine(printEventLine(record))).toStrictEqual(record)
      }),
      { numRuns: 1000 },
    )
  })

  test('prints as the same line again', () => {
    fc.assert(
      fc.property(arbitraryRecord, (record) => {
        const line = printEventLine(record)
        expect(printEventLine(parseEventLine(line))).toBe(line)
      }),
    )
  })

  test('reads the same with its fields in any order', () => {
    fc.assert(
      fc.property(arbitraryRecord, fc.infiniteStream(fc.nat()), (record, order) => {
        const fields = Object.entries(JSON.parse(printEventLine(record)))
        const shuffled = fields
          .map((field) => ({ field, at: order.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
        const row = Object.fromEntries(shuffled.map(({ field }) => field))
        expect(parseEventLine(JSON.stringify(row))).toStrictEqual(record)
      }),
    )
  })
})

describe('the fast reader of canonical fills', () => {
  /** A reader of whole texts, which puts other bytes around them. */
  const createReader = () => {
    const read = createCanonicalFillReader()
    return (line: string) => {
      const bytes = Buffer.from(`\n${line}\n}`)
      return read(bytes, 1, bytes.length - 2)
    }
  }
  const careful = (line: string) => {
    try {
      return parseEventLine(line)
    } catch (error) {
      if (error instanceof Refused) return 'refused'
      throw error
    }
  }

  test('equals the careful parser, and reads every canonical fill of a chain', () => {
    const read = createReader()
    fc.assert(
      fc.property(arbitraryFill, (record) => {
        expect(read(printEventLine(record))).toStrictEqual(record.block === null ? null : record)
      }),
      { numRuns: 500 },
    )
  })

  test('never accepts what the careful parser refuses or reads differently, after any one edit', () => {
    const read = createReader()
    const edit = fc.record({
      at: fc.nat(700),
      drop: fc.nat(2),
      put: fc.constantFrom('', '0', '9', 'a', 'F', '"', ',', ' ', '-', '1.5', '99999999', 'null', '\n'),
    })
    fc.assert(
      fc.property(arbitraryFill, edit, (record, { at, drop, put }) => {
        const line = printEventLine(record)
        const edited = line.slice(0, at) + put + line.slice(at + drop)
        const answer = read(edited)
        if (answer !== null) expect(answer).toStrictEqual(careful(edited))
      }),
      { numRuns: 2000 },
    )
  })

  test('does not mistake a name known in one field for one of another kind', () => {
    const read = createReader()
    const token = '1'.repeat(77)
    expect(read(JSON.stringify({ ...fill, token }))).toMatchObject({ owner: address, token })
    expect(read(JSON.stringify({ ...fill, token: address }))).toBeNull()
    expect(read(JSON.stringify({ ...fill, token, owner: token }))).toBeNull()
    expect(read(JSON.stringify({ ...fill, token, exchange: token }))).toBeNull()
    // One that starts as a known one does may be left to the careful parser; it is never cut.
    expect(read(JSON.stringify({ ...fill, token: `${token}2` }))).toBeNull()
  })

  test('leaves every limit to the careful parser', () => {
    const read = createReader()
    const beyond = [
      { block: 2 ** 33 },
      { logIndex: 2 ** 20 },
      { time: 0 },
      { time: 2 ** 33 },
      { shares: '0' },
      { shares: '9007199254740992' },
      { usd: '9007199254740993' },
      { fee: '1228501' },
      { token: (2n ** 256n).toString() },
      { side: 'SELL', feeIn: 'SHARES', fee: '1' },
    ]
    for (const fields of beyond) {
      expect(read(JSON.stringify({ ...fill, ...fields }))).toBeNull()
      expect(reasonOf({ ...fill, ...fields })).not.toBe('accepted')
    }
    expect(read(JSON.stringify(fill))).not.toBeNull()
  })
})

describe('an unusable event line is refused with what is wrong and what would be right', () => {
  const event = (fields: object) => ({
    kind: 'SPLIT',
    ...place,
    owner: address,
    condition: hash,
    amount: '1',
    ...fields,
  })
  const market = (fields: object) => ({
    kind: 'MARKET',
    condition: hash,
    tokens: [],
    outcomes: [],
    ...fields,
  })
  test.each([
    ['no JSON', '{"kind":', 'the line is not JSON: one whole JSON object is needed on each line'],
    ['a list', '[1,2]', 'the line is a list of 2: one JSON object is needed'],
    ['no kind', {}, /^kind is missing: one of FILL, SPLIT, .*TRADER is needed$/],
    ['an unknown kind', { kind: 'TRADE' }, /^kind is "TRADE": one of/],
    ['a kind of every object', { kind: 'toString' }, /^kind is "toString": one of/],
    ['an unknown field', { ...fill, price: 1 }, /^FILL has an unknown field price: it has kind, block, /],
    ['__proto__', '{"kind":"INCOME","__proto__":{}}', /unknown field __proto__/],
    [
      'a number as amount',
      { ...fill, shares: 5 },
      /^shares is 5: a whole number of millionths from 0 to 9007199254740991, as a/,
    ],
    ['a fraction', { ...fill, usd: '1.5' }, /^usd is "1.5": a whole number/],
    ['a sign', { ...fill, usd: '-1' }, /^usd is "-1"/],
    ['leading zeros', { ...fill, usd: '01' }, /^usd is "01"/],
    ['an amount above the largest', { ...fill, usd: '9007199254740992' }, /^usd is "9007199254740992"/],
    ['no shares', { ...fill, shares: '0' }, 'shares is "0": at least one millionth of a share is needed'],
    [
      'a fee above the dollars',
      { ...fill, fee: '1228501' },
      'fee is "1228501": it can be at most 1228500, the USD that it is taken from',
    ],
    [
      'a fee above the shares',
      { ...fill, fee: '2730001', feeIn: 'SHARES' },
      /^fee is "2730001": it can be at most 2730000, the SHARES/,
    ],
    [
      'a SELL that pays shares',
      { ...fill, side: 'SELL', fee: '1', feeIn: 'SHARES' },
      /only a BUY pays its fee in shares/,
    ],
    [
      'milliseconds',
      { ...fill, time: 1771269605000 },
      'time is 1771269605000: milliseconds? seconds expected, below 2^33',
    ],
    ['time 0', { ...fill, time: 0 }, 'time is 0: a whole number of seconds since 1970 is needed'],
    ['time as text', { ...fill, time: '1771269605' }, /^time is "1771269605": a whole number of seconds/],
    [
      'an upper-case address',
      { ...fill, owner: address.toUpperCase() },
      /^owner is "0XAB.*: an address \(0x and 40 lower-case hex digits\) is needed$/,
    ],
    ['a token above 2^256', { ...fill, token: (2n ** 256n).toString() }, /^token is "1157.*below 2\^256/],
    ['a token as number', { ...fill, token: 7 }, /^token is 7: a token id/],
    ['a role of its own', { ...fill, role: 'BOTH' }, 'role is "BOTH": MAKER, TAKER or null is needed'],
    [
      'one of block and log index',
      { ...fill, block: null },
      'only one of block and logIndex is null: both are integers, or both null',
    ],
    ['no block field', { ...fill, block: undefined }, /^block is missing/],
    [
      'a block without transaction',
      { ...fill, tx: null },
      'tx is null: an event with a block needs its transaction',
    ],
    [
      'a log index beyond its bits',
      { ...fill, logIndex: 2 ** 20 },
      /^logIndex is 1048576: an integer of at least 0 and below 1048576/,
    ],
    ['a block beyond its bits', { ...fill, block: 2 ** 33 }, /^block is 8589934592/],
    ['a row on the chain', { ...fill, row: '00' }, 'row is set: only an event without a block has one'],
    ['an item off the chain', event({ block: null, logIndex: null, item: 1 }), /^item is 1: only a log/],
    ['a fill with items', { ...fill, item: 1 }, /^FILL has an unknown field item/],
    [
      'an empty index set',
      { ...event({}), kind: 'CONVERT', condition: undefined, market: hash, indexSet: '0', feeBips: 0 },
      /^indexSet is "0": at least one bit/,
    ],
    [
      'payouts of nothing',
      { kind: 'RESOLVE', ...place, condition: hash, payouts: ['0', '0'] },
      /^payouts is a list of 2: one number for each/,
    ],
    [
      'omitted amounts',
      { kind: 'REDEEM', ...place, owner: address, condition: hash, payout: '1' },
      /^amounts is missing/,
    ],
    [
      'a wrong entry',
      { kind: 'REDEEM', ...place, owner: address, condition: hash, amounts: ['1', 2], payout: '1' },
      /^amounts\[1\] is 2/,
    ],
    [
      'an unknown reason',
      { kind: 'INCOME', ...place, owner: address, amount: '1', reason: 'GIFT' },
      /^reason is "GIFT": one of REWARD/,
    ],
    ['NUL in a text', market({ question: 'a\0b' }), /^question is "a\\u0000b": text without NUL/],
    [
      'tokens and outcomes that differ',
      market({ tokens: ['1', '2'], outcomes: ['Yes'] }),
      /^tokens has 2 entries and outcomes 1/,
    ],
    ['a token twice', market({ tokens: ['1', '1'] }), /^tokens names one token twice/],
    [
      'a preparation beyond the last block',
      market({ negRisk: { market: hash, index: 0, prepared: { block: 2 ** 33, logIndex: 0 } } }),
      /^negRisk.prepared.block is 8589934592: an integer/,
    ],
    ['an end before 2020', market({ endsAt: EARLIEST_TIME - 1 }), /^endsAt is 1577836799: an integer of/],
    ['an end after 2099', market({ endsAt: END_LIMIT }), /^endsAt is 4102444800: an integer of at least/],
    ['an end as text', market({ endsAt: '1772366400' }), /^endsAt is "1772366400": an integer of at least/],
    ['a field in an event', market({ event: { id: '1', name: 'x' } }), /^event has an unknown field name/],
    [
      'a third truth',
      { kind: 'TRADER', address, verified: 'yes' },
      'verified is "yes": true, false or null is needed',
    ],
  ])('%s', (_, line, reason) => {
    expect(reasonOf(line)).toMatch(reason)
  })

  test('optional fields of an event line may be omitted', () => {
    const { exchange: _e, counterparty: _c, role: _r, orderHash: _o, ...bare } = fill
    expect(parseEventLine(JSON.stringify(bare))).toMatchObject({
      exchange: null,
      role: null,
      orderHash: null,
    })
    expect(parseEventLine(JSON.stringify(market({})))).toMatchObject({ tags: [], event: null, negRisk: null })
    expect(parseEventLine(JSON.stringify({ kind: 'TRADER', address }))).toMatchObject({
      verified: null,
      bio: null,
    })
  })
})
