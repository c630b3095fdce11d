import { expect, test } from 'vitest'
import { checkLogs } from '../../../src/sources/rpc/check-logs.ts'

const LOG = {
  address: `0x${'a1'.repeat(20)}`,
  topics: [`0x${'b2'.repeat(32)}`],
  blockNumber: '0x5',
  logIndex: '0x0',
  blockHash: `0x${'c3'.repeat(32)}`,
  transactionHash: `0x${'d4'.repeat(32)}`,
}

test('nine megabytes of log data are accepted, and refused for one bad digit', () => {
  const data = `0x${'00ff'.repeat(4_500_000 / 2)}`
  expect(checkLogs([{ ...LOG, data }], 1, 9).logs[0]?.data).toBe(data)
  for (const bad of [`${data}0`, `${data}0g`, `${data}\n`, data.slice(2)])
    expect(checkLogs([{ ...LOG, data: bad }], 1, 9).refused).toMatchObject([
      { reason: 'its data is missing' },
    ])
})
