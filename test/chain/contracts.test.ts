import { keccak256, stringToBytes } from 'viem'
import { expect, test } from 'vitest'
import {
  CONTRACTS,
  contractSet,
  INFRASTRUCTURE,
  isExchange,
  NO_TOKEN_BURN_ADDRESS,
  POLYGON,
  ZERO_ADDRESS,
} from '../../src/chain/contracts.ts'
import { address, wallet } from './support/encoded-logs.ts'

test('every contract, the zero address and the burn address are infrastructure, in lower case', () => {
  expect(INFRASTRUCTURE.size).toBe(CONTRACTS.length + 2)
  for (const one of INFRASTRUCTURE) expect(one).toMatch(/^0x[0-9a-f]{40}$/)
  expect(INFRASTRUCTURE).toContain(ZERO_ADDRESS)
})

test('the burn address is the hash that the adapter fixes', () => {
  expect(NO_TOKEN_BURN_ADDRESS).toBe(keccak256(stringToBytes('NO_TOKEN_BURN_ADDRESS')).slice(0, 42))
})

test('exchanges are found by address, with their generation', () => {
  expect(isExchange(address('CTFExchange'))).toBe(true)
  expect(isExchange(address('NegRiskAdapter'))).toBe(false)
  expect(isExchange(wallet('bob'))).toBe(false)
  const generations = CONTRACTS.filter((one) => one.kind === 'EXCHANGE').map((one) => one.generation)
  expect(generations).toEqual([1, 1, 2, 2, 2, 3])
})

test('a set of contracts can be extended, and refuses a contract twice or two collaterals', () => {
  const pool = { name: 'pool', address: wallet('pool'), kind: 'POOL', startBlock: null } as const
  const set = contractSet([...CONTRACTS, pool])
  expect(set.infrastructure).toContain(pool.address)
  expect(POLYGON.infrastructure).not.toContain(pool.address)
  expect(() => contractSet([...CONTRACTS, pool, pool])).toThrow(RangeError)
  expect(() => contractSet([...CONTRACTS, { ...pool, kind: 'COLLATERAL' }])).toThrow(RangeError)
  expect(() => contractSet([])).toThrow(RangeError)
})
