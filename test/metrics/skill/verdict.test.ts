import { describe, expect, it } from 'vitest'
import { verdict } from '../../../src/metrics/skill/edge.ts'

describe('the verdict', () => {
  it('needs thirty units, q under 0.05 and an interval off 0', () => {
    expect(verdict({ units: 30, q: 0.049, interval: [0.01, 0.2] })).toBe('SKILLED')
    expect(verdict({ units: 29, q: 0.001, interval: [0.01, 0.2] })).toBe('CANNOT_TELL')
    expect(verdict({ units: 30, q: 0.05, interval: [0.01, 0.2] })).toBe('CANNOT_TELL')
    expect(verdict({ units: 30, q: 0.01, interval: [0, 0.2] })).toBe('CANNOT_TELL')
    expect(verdict({ units: 30, q: null, interval: [0.01, 0.2] })).toBe('CANNOT_TELL')
    expect(verdict({ units: 30, q: null, interval: [-0.2, -0.01] })).toBe('UNSKILLED')
    expect(verdict({ units: 29, q: null, interval: [-0.2, -0.01] })).toBe('CANNOT_TELL')
    expect(verdict({ units: 30, q: 1, interval: [-0.2, 0] })).toBe('CANNOT_TELL')
    expect(verdict({ units: 30, q: 0.01, interval: null })).toBe('CANNOT_TELL')
  })
})
