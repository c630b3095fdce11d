import { expect, test } from 'vitest'
import { POLYGON } from '../../../src/chain/contracts.ts'
import { BlockDecoder } from '../../../src/sources/rpc/block-events.ts'
import { address, encode, inOrder, move, wallet } from '../../chain/support/encoded-logs.ts'
import { CTF, ctfSplit, tokensOf, USDC } from '../../chain/support/venue-logs.ts'
import { alice, bob, plain } from '../../chain/support/worked-examples.ts'

const pool = wallet('a pool that is bought from immediately')
const [yes, no] = tokensOf(plain)

const creation = encode('PoolCreation', address('FPMMFactory'), {
  creator: bob,
  fixedProductMarketMaker: pool,
  conditionalTokens: CTF,
  collateralToken: USDC,
  conditionIds: [plain.condition],
  fee: 0n,
})

const buy = [
  ...ctfSplit(pool, plain, 180),
  move(pool, alice, yes, 180),
  encode('PoolBuy', pool, {
    buyer: alice,
    investmentAmount: 100n,
    feeAmount: 2n,
    outcomeIndex: 0n,
    outcomeTokensBought: 180n,
  }),
]

test('a pool that is used in the transaction that creates it is a pool, and the purchase a fill', () => {
  const { events, refused } = new BlockDecoder(POLYGON).decode(inOrder([creation, ...buy]))
  expect(refused).toEqual([])
  expect(events).toMatchObject([
    { kind: 'FILL', owner: alice, exchange: pool, side: 'BUY', token: yes, shares: 180, usd: 98, fee: 2 },
  ])
})

test('a pool created by an earlier transaction of the same range is known', () => {
  const later = inOrder([move(pool, bob, no, 30), ...buy], 20).map((log) => ({
    ...log,
    transactionHash: `0x${'7'.repeat(64)}`,
  }))
  const { events } = new BlockDecoder(POLYGON).decode([...inOrder([creation]), ...later])
  expect(events.filter(({ kind }) => kind === 'FILL')).toHaveLength(1)
  expect(events.some((event) => 'owner' in event && event.owner === pool)).toBe(false)
})
