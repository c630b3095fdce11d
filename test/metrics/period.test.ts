import { describe, expect, it } from 'vitest'
import { dayText } from '../../src/ledger/quantities.ts'
import { PERIODS, windowStart } from '../../src/metrics/period.ts'

describe('a period', () => {
  it("holds the cutoff's day and the days before it", () => {
    const cutoff = Date.UTC(2026, 1, 17) / 86_400_000
    const starts = PERIODS.map((period) => windowStart(period, cutoff))
    expect(starts.map((day) => (day === null ? null : dayText(day)))).toEqual([
      '2026-02-11',
      '2026-01-19',
      '2025-11-20',
      null,
    ])
  })
})
