import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { POLYGON } from '../../../src/chain/contracts.ts'
import type { ChainLog } from '../../../src/chain/fact.ts'
import { resolvedLogs } from '../../../src/sources/history/ctf-rows.ts'
import { type FilledRow, filledLogs } from '../../../src/sources/history/raw-rows.ts'
import { type RowBlock, rowBlocks } from '../../../src/sources/history/sort-files.ts'
import {
  address,
  BLOCK,
  encode,
  hash,
  type Row,
  rowV1,
  rowV2,
  TIME,
  TX,
  wallet,
} from '../../chain/support/encoded-logs.ts'
import { CTF } from '../../chain/support/venue-logs.ts'
import '../../support/draws.ts'

const V2_BLOCK = 84_902_320

const row = (changes: Partial<FilledRow> = {}): FilledRow => ({
  block: BLOCK,
  logIndex: 0,
  tx: TX,
  time: TIME,
  orderHash: hash('order'),
  maker: wallet('alice'),
  taker: wallet('bob'),
  contract: 'ctf exchange',
  makerAsset: '0',
  takerAsset: '77',
  makerAmount: '5',
  takerAmount: '9',
  fee: '0',
  otherFees: '00',
  ...changes,
})

/** An order's row as a table has it. */
function rowOf({ maker, taker, side, token, usd, shares, fee = 0 }: Row, contract: string): FilledRow {
  const buys = side === 'BUY'
  return row({
    maker,
    taker,
    contract,
    makerAsset: buys ? '0' : token,
    takerAsset: buys ? token : '0',
    makerAmount: String(buys ? usd : shares),
    takerAmount: String(buys ? shares : usd),
    fee: String(fee),
  })
}

const orders: fc.Arbitrary<Row> = fc.record({
  maker: fc.string().map(wallet),
  taker: fc.string().map(wallet),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  token: fc.bigInt(1n, 2n ** 256n - 1n).map(String),
  usd: fc.nat(),
  shares: fc.nat(),
  fee: fc.nat(),
})

const reasons = (changes: Partial<FilledRow>) =>
  filledLogs([row(changes)], POLYGON).refused.map(({ reason }) => reason)

test('a row of fills becomes the log of a V1 or V2 exchange', () => {
  fc.assert(
    fc.property(orders, fc.boolean(), (order, negRisk) => {
      const v1 = address(negRisk ? 'NegRiskCtfExchange' : 'CTFExchange')
      for (const name of [
        v1,
        negRisk ? 'negrisk' : 'ctf exchange',
        negRisk ? 'negrisk_ctf_exchange' : 'ctf_exchange',
      ])
        expect(filledLogs([rowOf(order, name)], POLYGON)).toEqual({ logs: [rowV1(order, v1)], refused: [] })
      const v2 = address(negRisk ? 'NegRiskExchangeV2B' : 'CTFExchangeV2')
      const [log] = filledLogs([rowOf(order, v2)], POLYGON).logs
      // A table has neither builder nor metadata.
      const expected: ChainLog = rowV2(order, v2)
      expect({ ...log, data: log?.data.slice(0, -128) }).toEqual({
        ...expected,
        data: expected.data.slice(0, -128),
      })
    }),
  )
})

test('where a name means several exchanges, the taker row of the transaction decides', () => {
  const block = V2_BLOCK
  for (const exchange of ['NegRiskCtfExchange', 'NegRiskExchangeV2A', 'NegRiskExchangeV2B'].map(address)) {
    const rows = [
      row({ block, contract: 'negrisk' }),
      row({ block, contract: 'negrisk', logIndex: 1, taker: exchange }),
      row({ block, contract: 'negrisk', logIndex: 2, tx: hash('another') }),
    ]
    const { logs, refused } = filledLogs(rows, POLYGON)
    expect(logs.map((log) => log.address)).toEqual([exchange, exchange])
    expect(refused.map(({ reason }) => reason)).toEqual([
      'contract is "negrisk", which names several exchanges since: its address is needed',
    ])
  }
  expect(reasons({ block: V2_BLOCK - 1, contract: 'negrisk' })).toEqual([])
})

test('an unusable row of fills is refused with its reason', () => {
  expect(reasons({ contract: wallet('alice') })[0]).toContain('an exchange of the venue is needed')
  expect(reasons({ otherFees: '07' })).toEqual([
    'its fees beside maker_fee are "07": the event has one fee alone',
  ])
  expect(reasons({ time: null })).toEqual([`the time of block ${BLOCK} is missing, or contradictory`])
  expect(reasons({ time: TIME * 1_000 })[0]).toContain('timestamp is')
  expect(reasons({ block: null })[0]).toContain('block_number is')
  expect(reasons({ takerAsset: '7.0' })[0]).toContain('the taker’s asset is "7.0"')
  expect(reasons({ contract: address('CTFExchangeV2'), makerAsset: '5' })).toEqual([
    'of the two assets not exactly one is collateral',
  ])
})

test('a row of resolutions becomes the log of the conditional tokens', () => {
  const condition = hash('condition')
  const payouts = ['1', '0', (2n ** 200n).toString()]
  const told = { block: BLOCK, logIndex: 0, tx: TX, time: TIME, condition, payouts: JSON.stringify(payouts) }
  const expected = encode('ConditionResolution', CTF, {
    conditionId: condition,
    oracle: `0x${'0'.repeat(40)}`,
    questionId: `0x${'0'.repeat(64)}`,
    outcomeSlotCount: 3n,
    payoutNumerators: payouts.map(BigInt),
  })
  expect(resolvedLogs([told], POLYGON)).toEqual({ logs: [expected], refused: [] })
  expect(resolvedLogs([{ ...told, payouts: '{}' }], POLYGON).refused[0]?.reason).toContain('a list as JSON')
})

test('a repeated row counts once, and contradicting rows of one place not at all', async () => {
  async function* pages() {
    yield [row(), row(), row({ logIndex: 1 })]
    yield [row({ logIndex: 1, fee: '3' }), row({ block: BLOCK + 1 })]
  }
  const blocks: RowBlock[] = []
  for await (const block of rowBlocks(pages(), (rows) => filledLogs(rows, POLYGON))) blocks.push(block)
  expect(blocks.map(({ logs, rows }) => [logs.map(({ logIndex }) => logIndex), rows])).toEqual([
    [[0], 4],
    [[0], 1],
  ])
  expect(blocks[0]?.refused.map(({ reason }) => reason)).toEqual(
    Array(2).fill(`log 1 of block ${BLOCK} has two contradictory versions`),
  )
})
