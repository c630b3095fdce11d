import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CONTRACTS, contractSet } from '../../src/chain/contracts.ts'
import { decodeTransaction } from '../../src/chain/decode.ts'
import type { ChainLog } from '../../src/chain/fact.ts'
import { EVENT_OF_TOPIC, SILENT_TOPICS } from '../../src/chain/topics.ts'
import { MAX_MICRO } from '../../src/ledger/quantities.ts'
import { address, BLOCK, encode, rowV1, rowV2, TIME, TX, wallet } from './support/encoded-logs.ts'

const POOL = wallet('pool')
const contracts = contractSet([...CONTRACTS, { name: 'pool', address: POOL, kind: 'POOL', startBlock: null }])
const EMITTERS = contracts.contracts.map((one) => one.address)

/** Words that look like what a decoder hopes for, and words that do not. */
const word = fc
  .oneof(
    fc.constantFrom(0n, 1n, 2n, 31n, 32n, 64n, 96n, 128n, 2n ** 53n, 2n ** 64n - 32n, 2n ** 256n - 1n),
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    fc.constantFrom(...EMITTERS.map(BigInt), BigInt(wallet('alice'))),
  )
  .map((value) => value.toString(16).padStart(64, '0'))
const topic = fc.oneof(
  word.map((text) => `0x${text}`),
  fc.constantFrom('', '0x', '0x00', 'zz'.repeat(33), `0x${'g'.repeat(64)}`),
)
const data = fc.oneof(
  fc.array(word, { maxLength: 12 }).map((words) => `0x${words.join('')}`),
  fc.constantFrom('', '0', '0x', '0x0', `0x${'zz'.repeat(32)}`, `0x${'0'.repeat(65)}`, 'x'.repeat(66)),
)
const log = fc.record({
  address: fc.constantFrom(...EMITTERS, ''),
  first: fc.constantFrom(...EVENT_OF_TOPIC.keys(), ...SILENT_TOPICS),
  topics: fc.array(topic, { maxLength: 4 }),
  data,
})

test('no malformed log throws; good ones are taken, others refused with their place', () => {
  fc.assert(
    fc.property(fc.array(log, { minLength: 1, maxLength: 5 }), (hostile) => {
      const logs = hostile.map(({ first, topics, ...rest }, i): ChainLog => {
        return {
          ...rest,
          topics: [first, ...topics],
          blockNumber: BLOCK,
          logIndex: i,
          transactionHash: TX,
          blockTime: TIME,
        }
      })
      const { events, refused, skipped } = decodeTransaction(logs, contracts)
      for (const event of events) {
        for (const value of Object.values(event))
          if (typeof value === 'number')
            expect(value >= 0 && value <= MAX_MICRO && Number.isInteger(value)).toBe(true)
        if ('owner' in event) expect(contracts.infrastructure).not.toContain(event.owner)
      }
      for (const refusal of refused)
        expect(refusal).toMatchObject({ tx: TX, reason: expect.stringMatching(/./) })
      expect(
        [...skipped.values()].reduce((sum, count) => sum + count, 0) + refused.length,
      ).toBeLessThanOrEqual(logs.length)
    }),
    { numRuns: 1000 },
  )
})

const BATCH = encode('TransferBatch', '', {
  operator: wallet('alice'),
  from: wallet('alice'),
  to: wallet('bob'),
  ids: [],
  values: [],
}).topics[0]

/** One sound log of every shape: fixed, with arrays, with text, of each family. */
const SOUND: readonly ChainLog[] = [
  rowV1({ maker: wallet('alice'), taker: wallet('bob'), side: 'BUY', token: '5', usd: 1, shares: 2 }),
  rowV2({ maker: wallet('alice'), taker: wallet('bob'), side: 'SELL', token: '5', usd: 1, shares: 2 }),
  ...(['PositionSplit', 'PositionsMerge'] as const).map((event) =>
    encode(event, address('ConditionalTokens'), {
      stakeholder: wallet('alice'),
      collateralToken: address('USDC.e'),
      parentCollectionId: `0x${'0'.repeat(64)}`,
      conditionId: TX,
      partition: [1n, 2n],
      amount: 7n,
    }),
  ),
  encode('PayoutRedemption', address('ConditionalTokens'), {
    redeemer: wallet('alice'),
    collateralToken: address('USDC.e'),
    parentCollectionId: `0x${'0'.repeat(64)}`,
    conditionId: TX,
    indexSets: [1n, 2n],
    payout: 7n,
  }),
  encode('ConditionResolution', address('ConditionalTokens'), {
    conditionId: TX,
    oracle: POOL,
    questionId: TX,
    outcomeSlotCount: 2n,
    payoutNumerators: [1n, 0n],
  }),
  encode('TransferBatch', address('ConditionalTokens'), {
    operator: wallet('alice'),
    from: wallet('alice'),
    to: wallet('bob'),
    ids: [1n, 2n],
    values: [1n, 2n],
  }),
  encode('NegRiskRedemption', address('NegRiskAdapter'), {
    redeemer: wallet('alice'),
    conditionId: TX,
    amounts: [1n, 2n],
    payout: 1n,
  }),
  encode('QuestionPrepared', address('NegRiskAdapter'), {
    marketId: TX,
    questionId: TX,
    index: 1n,
    data: '0x12',
  }),
  encode('ModuleResolved', address('BinaryModule'), {
    conditionId: `0x${'01'.repeat(31)}`,
    result: [1_000_000n, 0n],
  }),
]

test('a log with any one word changed is taken or refused, and never throws', () => {
  fc.assert(
    fc.property(fc.constantFrom(...SOUND), fc.nat(12), word, (sound, at, changed) => {
      const inTopics = at < sound.topics.length - 1
      const place = at - sound.topics.length + 1
      const log = inTopics
        ? { ...sound, topics: sound.topics.map((one, i) => (i === at + 1 ? `0x${changed}` : one)) }
        : {
            ...sound,
            data: `${sound.data.slice(0, 2 + place * 64)}${changed}${sound.data.slice(66 + place * 64)}`,
          }
      const { events, facts, refused, skipped } = decodeTransaction([log], contracts)
      expect(skipped.size).toBe(0)
      expect(refused.length).toBeLessThanOrEqual(1)
      // Of a batch only the item whose amount is beyond everything is lost.
      const others = sound.topics[0] === BATCH ? events.filter((event) => event.kind === 'TRANSFER') : []
      if (refused.length === 1) expect([events, facts]).toEqual([others.slice(0, 1), []])
      for (const event of events) expect(event.tx).toBe(TX)
    }),
    { numRuns: 3000 },
  )
})

const fill = rowV1({
  maker: wallet('alice'),
  taker: wallet('bob'),
  side: 'BUY',
  token: '5',
  usd: 1,
  shares: 2,
})

test('a log that is too short, too long or has too many topics is refused by transaction and index', () => {
  const broken = [
    { ...fill, data: fill.data.slice(0, -64) },
    { ...fill, data: `${fill.data}${'0'.repeat(64)}` },
    { ...fill, data: fill.data.slice(0, -1) },
    { ...fill, topics: fill.topics.slice(0, 3) },
    { ...fill, topics: [...fill.topics, TX] },
    { ...fill, topics: fill.topics.map((one, i) => (i === 2 ? `0xff${one.slice(4)}` : one)) },
  ]
  for (const one of broken) {
    const { events, refused } = decodeTransaction([{ ...one, logIndex: 42 }])
    expect(events).toEqual([])
    expect(refused).toMatchObject([{ tx: TX, logIndex: 42 }])
  }
})

test('arrays of absurd length or offset in a log are refused without allocation', () => {
  const batch = encode('TransferBatch', address('ConditionalTokens'), {
    operator: wallet('alice'),
    from: wallet('alice'),
    to: wallet('bob'),
    ids: [1n],
    values: [1n],
  })
  for (const at of [0, 1, 2, 4])
    for (const value of [
      'f'.repeat(64),
      (2n ** 52n).toString(16).padStart(64, '0'),
      '21'.padStart(64, '0'),
    ]) {
      const data = `${batch.data.slice(0, 2 + at * 64)}${value}${batch.data.slice(2 + at * 64 + 64)}`
      expect(decodeTransaction([{ ...batch, data }]).refused.length).toBe(1)
    }
})

test('unknown topics are counted by topic, and logs without topics too', () => {
  const unknown = { ...fill, topics: [`0x${'ab'.repeat(32)}`] }
  const { skipped, events } = decodeTransaction([
    { ...unknown, logIndex: 1 },
    { ...unknown, logIndex: 2 },
    { ...unknown, topics: [], logIndex: 3 },
    { ...fill, logIndex: 4 },
  ])
  expect([...skipped]).toEqual([
    [`0x${'ab'.repeat(32)}`, 2],
    ['', 1],
  ])
  expect(events.length).toBe(1)
})

test('upper-case hex in a log is read like lower-case', () => {
  const capitals = (hex: string) => `0x${hex.slice(2).toUpperCase()}`
  const loud = {
    ...fill,
    address: capitals(fill.address),
    topics: fill.topics.map(capitals),
    data: capitals(fill.data),
    transactionHash: capitals(fill.transactionHash),
  }
  expect(decodeTransaction([loud])).toEqual(decodeTransaction([fill]))
})

test('a transaction without logs has no events', () => {
  expect(decodeTransaction([])).toEqual({ events: [], facts: [], refused: [], skipped: new Map() })
})
