import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { describeMetric, METRICS, rangeOf } from '../../src/metrics/registry.ts'

const FOLDER = new URL('../../src/metrics/', import.meta.url)

describe('the registry of metrics', () => {
  it('lists every definition of the folder once', () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    )
    const defined = files.flatMap((name) =>
      [...readFileSync(new URL(name, FOLDER), 'utf8').matchAll(/^ {2}id: '(\w+)'/gm)].map(
        (match) => match[1],
      ),
    )
    const listed = METRICS.map(({ id }) => id)
    expect(new Set(listed).size).toBe(listed.length)
    expect([...listed].sort()).toEqual(defined.sort())
  })

  it('speaks in full sentences and names its source', () => {
    for (const metric of METRICS) {
      expect(metric.id).toMatch(/^[a-z][a-zA-Z]*$/)
      expect(metric.title).toMatch(/^[A-Z].*[^.]$/)
      expect(metric.formula).toMatch(/\.$/)
      expect(rangeOf(metric)).not.toMatch(/\.$/)
      expect(metric.source).toMatch(/^methodology §\d/)
    }
  })

  it('describes a metric from its definition', () => {
    expect(describeMetric('sharpeRatio')).toBe(
      'Sharpe ratio: Mean divided by the sample standard deviation of the returns, profit over cost, of decided units that cost at least $1. Per unit, not per year. Unit: ratio, any value. Null when there are fewer than 10 decided units that cost at least $1, or when all returns are the same.',
    )
    expect(describeMetric('tradeCount')).toBe("Trades: Number of the trader's fills. Unit: count, 0 or more.")
    expect(describeMetric('winRate')).toMatch(/Null when no unit was decided with a profit or a loss\.$/)
  })
})
