import { describe, expect, it } from 'vitest'
import { LEADERBOARDS, leaderboardById, TABS, type TabNumbers } from '../../src/metrics/leaderboards.ts'
import { METRICS } from '../../src/metrics/registry.ts'

const nobody: TabNumbers = {
  fills: 0,
  volume: 0,
  pnl: 0,
  decidedUnits: 0,
  roi: null,
  sharpeRatio: null,
  consistent: null,
  copyable: null,
  prescience: null,
  highConviction: null,
}
const valueOn = (wire: string, numbers: Partial<TabNumbers>) =>
  TABS.find((tab) => tab.wire === wire)?.value({ ...nobody, ...numbers })

describe('the leaderboards', () => {
  it('are twenty, each ordered by a registered metric', () => {
    expect(TABS.reduce((sum, { periods }) => sum + periods.length, 0)).toBe(20)
    const ids = new Set<string>(METRICS.map(({ id }) => id))
    for (const { metric } of TABS) expect(ids).toContain(metric)
  })

  it('are found by their id', () => {
    for (const board of LEADERBOARDS) expect(leaderboardById(board.id)).toBe(board)
    expect(leaderboardById('pnl-1d')).toBeUndefined()
  })

  it('exclude traders without activity', () => {
    for (const { wire } of TABS) expect(valueOn(wire, {})).toBeNull()
  })

  it('include a trader from exactly their thresholds on', () => {
    expect(valueOn('pnl', { fills: 1, pnl: -5 })).toBe(-5)
    expect(valueOn('pnl', { pnl: -5 })).toBeNull()
    expect(valueOn('volume', { fills: 1, volume: 2n ** 60n })).toBe(2 ** 60)
    expect(valueOn('roi', { volume: 100_000_000, roi: 0.5 })).toBe(0.5)
    expect(valueOn('roi', { volume: 99_999_999, roi: 0.5 })).toBeNull()
    expect(valueOn('sharpe', { decidedUnits: 20, sharpeRatio: 1 })).toBe(1)
    expect(valueOn('sharpe', { decidedUnits: 19, sharpeRatio: 1 })).toBeNull()
    expect(valueOn('consistent', { consistent: 0 })).toBe(0)
    expect(valueOn('copyable', { copyable: -0.1 })).toBe(-0.1)
    expect(valueOn('prescience', { prescience: 0.01 })).toBe(0.01)
  })
})
