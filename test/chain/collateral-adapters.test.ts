import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeTransaction } from '../../src/chain/decode.ts'
import type { ChainLog } from '../../src/chain/fact.ts'
import { conditionIdOf } from '../../src/chain/ids.ts'
import type { Hash } from '../../src/ledger/quantities.ts'
import { address, hash, inOrder, move, wallet } from './support/encoded-logs.ts'
import {
  adapterConvert,
  adapterMerge,
  adapterOf,
  adapterRedeem,
  adapterSplit,
  ctfRedeem,
  ctfSplit,
  questionOf,
  type Telling,
  tokensOf,
} from './support/venue-logs.ts'

const market = `${hash('market').slice(0, -2)}00` as Hash
const plain = { condition: conditionIdOf(wallet('oracle'), hash('question'), 2), negRisk: false }
const [alice, bob] = [wallet('alice'), wallet('bob')]
const decoded = (logs: readonly ChainLog[]) => decodeTransaction(inOrder(logs))

/** All calls of a generation are logged alike. */
const tellingOf = (repeats: Telling['repeats'], old: Telling['repeats']): fc.Arbitrary<Telling> =>
  fc
    .record({ generation: fc.constantFrom('' as const, 'Old' as const), batch: fc.boolean() })
    .map(({ generation, batch }) => ({ generation, batch, repeats: generation === '' ? repeats : old }))
const repeats = fc.constantFrom('NEVER' as const, 'BEFORE' as const, 'AFTER' as const)
const amount = fc.integer({ min: 1, max: 9_000 })
const owner = fc.constantFrom(alice, bob, address('CTFExchangeV2'))
const condition = fc.constantFrom(plain, questionOf(market, 0), questionOf(market, 1))

/** One call of an adapter, and its expected event. */
const callOf = (telling: fc.Arbitrary<Telling>) =>
  fc.oneof(
    fc.record({ owner, condition, amount, telling }).map(({ owner, condition, amount, telling }) => ({
      logs: adapterSplit(owner, condition, amount, telling),
      event: { kind: 'SPLIT', owner, condition: condition.condition, amount },
    })),
    fc.record({ owner, condition, amount, telling }).map(({ owner, condition, amount, telling }) => ({
      logs: adapterMerge(owner, condition, amount, telling),
      event: { kind: 'MERGE', owner, condition: condition.condition, amount },
    })),
    fc
      .record({ owner, condition, amounts: fc.tuple(fc.nat(9), fc.nat(9)), telling })
      .map(({ owner, condition, amounts, telling }) => ({
        logs: adapterRedeem(owner, condition, amounts, amounts[0], telling),
        event: { kind: 'REDEEM', owner, condition: condition.condition, amounts, payout: amounts[0] },
      })),
    fc
      .record({
        owner,
        converted: fc.subarray([0, 1, 2], { minLength: 1 }),
        amount,
        feeBips: fc.constantFrom(0, 200),
        telling,
      })
      .map(({ owner, converted, amount, feeBips, telling }) => ({
        logs: adapterConvert(owner, { market, questions: 3, converted, amount, feeBips }, telling),
        event: {
          kind: 'CONVERT',
          owner,
          market,
          indexSet: String(converted.reduce((set, index) => set + 2 ** index, 0)),
          amount,
        },
      })),
  )

const calls = fc
  .tuple(repeats, repeats)
  .chain(([current, old]) => fc.array(callOf(tellingOf(current, old)), { maxLength: 5 }))

describe('through a collateral adapter', () => {
  test('each call is one event of its user, for any logging and any concurrent caller; an exchange owns none', () => {
    fc.assert(
      fc.property(calls, (calls) => {
        const { events, refused } = decoded(calls.flatMap(({ logs }) => logs))
        const expected = calls
          .map(({ event }) => event)
          .filter(({ owner }) => owner !== address('CTFExchangeV2'))
          .filter((event) => !('amounts' in event) || event.amounts.some((part) => part > 0))
        expect(refused).toEqual([])
        expect(events).toMatchObject(expected)
        expect(events.length).toBe(expected.length)
      }),
      { numRuns: 60 },
    )
  })

  test('shares of others redeemed beside are not its user’s', () => {
    const quiet: Telling = { generation: '', repeats: 'NEVER', batch: true }
    const [yes] = tokensOf(plain)
    const adapter = adapterOf(false, quiet)
    const [handed] = adapterRedeem(alice, plain, [5, 0], 5, quiet)
    const redeemed = ctfRedeem(adapter, plain, [12, 0], 12)
    expect(decoded([move(bob, adapter, yes, 7), ...(handed ? [handed] : []), ...redeemed])).toMatchObject({
      events: [{ kind: 'REDEEM', owner: alice, amounts: [5, 0] }],
      refused: [],
    })
  })

  test('a log is refused when wallets dealt with the adapter and none of them fits', () => {
    const adapter = adapterOf(false, { generation: '' })
    const [yes] = tokensOf(plain)
    const logs = [...ctfSplit(adapter, plain, 5), move(adapter, alice, yes, 5)]
    const { events, refused } = decoded(logs)
    expect(events).toEqual([])
    expect(refused).toMatchObject([{ logIndex: 11, reason: expect.stringContaining('adapter') }])
  })
})
