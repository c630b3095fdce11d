import fc from 'fast-check'
import { expect, it } from 'vitest'
import { POLYGON } from '../../../src/chain/contracts.ts'
import { EVENT_OF_TOPIC } from '../../../src/chain/topics.ts'
import {
  filterParams,
  halves,
  type LogFilter,
  logFilter,
  logFilters,
} from '../../../src/sources/rpc/log-filter.ts'

/** Each log that the filter asks for, by block, contract and event. */
function asked({ from, to, addresses, topics }: LogFilter): string[] {
  const blocks = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  return blocks.flatMap((block) =>
    (addresses ?? []).flatMap((address) => topics.map((topic) => `${block} ${address} ${topic}`)),
  )
}

function smallest(filter: LogFilter): LogFilter[] {
  const parts = halves(filter)
  return parts === null ? [filter] : parts.flatMap(smallest)
}

it('a log filter can be halved down to single queries that cover it, each once', () => {
  const names = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 5 })
  const filters = fc.record({
    from: fc.nat(1e9),
    blocks: fc.integer({ min: 1, max: 9 }),
    addresses: names,
    topics: names,
  })
  fc.assert(
    fc.property(filters, ({ from, blocks, addresses, topics }) => {
      const filter = { from, to: from + blocks - 1, addresses, topics }
      const parts = smallest(filter)
      expect(parts.flatMap(asked).sort()).toEqual(asked(filter).sort())
      expect(parts.length).toBe(blocks * addresses.length * topics.length)
    }),
  )
})

it('the log filter has every contract of positions for every decoded event', () => {
  const { addresses, topics } = logFilter(POLYGON, 5, 9) as LogFilter & { addresses: string[] }
  expect(topics).toEqual([...EVENT_OF_TOPIC.keys()])
  const left = POLYGON.contracts.filter(({ address }) => !addresses.includes(address)).map(({ kind }) => kind)
  expect(new Set(left)).toEqual(new Set(['COLLATERAL', 'WRAPPED_COLLATERAL', 'OTHER']))
  expect(addresses.length + left.length).toBe(POLYGON.contracts.length)
  expect(filterParams({ from: 5, to: 300, addresses: ['0xa'], topics: ['0xb', '0xc'] })).toEqual({
    fromBlock: '0x5',
    toBlock: '0x12c',
    address: ['0xa'],
    topics: [['0xb', '0xc']],
  })
})

it('the log filter has trades of pools by event, of any contract, where there is a factory', () => {
  const [all, pools, ...more] = logFilters(POLYGON, 5, 9)
  expect([all, more]).toEqual([logFilter(POLYGON, 5, 9), []])
  const names = pools?.topics.map((topic) => EVENT_OF_TOPIC.get(topic))
  expect([pools?.from, pools?.to, pools?.addresses, names]).toEqual([5, 9, null, ['poolBuy', 'poolSell']])
  expect(pools && filterParams(pools)).toEqual({ fromBlock: '0x5', toBlock: '0x9', topics: [pools?.topics] })
  expect(pools && smallest(pools).length).toBe(10)
})
