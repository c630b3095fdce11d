import { existsSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Bench } from '../../bench/run/bench.ts'
import { BENCHES } from '../../bench/run/benches.ts'
import { judgeAims } from '../../bench/run/judge-aims.ts'
import { parseResults, printResults, type Result } from '../../bench/run/results-page.ts'

const line = fc
  .string({ unit: fc.constantFrom('a', ' ', '*', '<', '!', '-', '|', '`', '#', '7', '.') })
  .map((text) => text.trimEnd())
  .filter((text) => text !== '')
const result: fc.Arbitrary<Result> = fc.record({
  measured: fc.constantFrom('2026-02-17 09:00 UTC · 2 cores', 'x*y', '…'),
  printed: fc.array(line, { maxLength: 6 }),
})
const results = fc
  .uniqueArray(fc.constantFrom(...BENCHES.map(({ name }) => name)))
  .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), result))))
  .map((entries) => new Map(entries))

describe('the page of results', () => {
  it('holds every result unchanged, for any output', () => {
    fc.assert(
      fc.property(results, (drawn) => {
        expect(parseResults(printResults(BENCHES, drawn))).toEqual(drawn)
      }),
    )
  })

  it('replaces only the section of the bench that ran again', () => {
    fc.assert(
      fc.property(results, fc.constantFrom(...BENCHES), result, (drawn, { name }, again) => {
        const page = printResults(BENCHES, drawn)
        const next = parseResults(page).set(name, again)
        expect(parseResults(printResults(BENCHES, next))).toEqual(new Map([...drawn, [name, again]]))
      }),
    )
  })

  it('says of each aim whether it was met, and what limits a missed one', () => {
    const bench: Bench = {
      name: 'doors',
      title: 'Doors',
      shows: 'One against none.',
      script: 'doors.ts',
      minutes: 1,
      aims: [
        { what: 'opened', figure: /opened ([\d,.]+)/, least: 1_000 },
        { what: 'slammed', figure: /slammed ([\d.]+)/, most: 2, bound: 'the wind.' },
        { what: 'locked', figure: /locked ([\d.]+)/, most: 2 },
        { what: 'painted', figure: /painted ([\d.]+)/, least: 1 },
      ],
    }
    const printed = ['opened 1,200, locked 3', 'slammed 2.5']
    const page = printResults([bench], new Map([['doors', { measured: 'now', printed }]]))
    expect(page.split('\n').filter((row) => row.startsWith('| doors'))).toEqual([
      '| doors | opened: at least 1000 | 1200 | met |',
      '| doors | slammed: at most 2 | 2.5 | **missed**: the wind. |',
      '| doors | locked: at most 2 | 3 | **missed**: what bounds it is not known yet. |',
      '| doors | painted: at least 1 | – | not measured |',
    ])
  })
})

describe('the list of benches', () => {
  it('names each bench once, with a script that exists', () => {
    expect(new Set(BENCHES.map(({ name }) => name)).size).toBe(BENCHES.length)
    const missing = BENCHES.filter(
      ({ script }) => !existsSync(new URL(`../../bench/${script}`, import.meta.url)),
    )
    expect(missing).toEqual([])
  })

  it.each([
    [
      'hot',
      ['0.91', '0.88', '1.5', '1.9'].map(Number),
      [
        'hot, identity: bare 21,000 (20,000 to 22,000) requests/s, p99 5 (4 to 6) ms; ratio 0.91 (0.90 to 0.92) by the clock, 0.80 (0.79 to 0.81) by processor time (aim 0.85), p99 1.50 (1.20 to 1.70) × (aim below 2)',
        'hot, identity: bare with the limiter 20,000 (20,000 to 22,000) requests/s, p99 5 (4 to 6) ms; ratio 0.98 (0.90 to 0.99) by the clock, 0.90 (0.79 to 0.91) by processor time (aim 0.85), p99 1.10 (1.00 to 1.20) × (aim below 2)',
        'hot, br: bare 21,000 (20,000 to 22,000) requests/s, p99 5 (4 to 6) ms; ratio 0.88 (0.80 to 0.92) by the clock, 0.80 (0.79 to 0.81) by processor time (aim 0.85), p99 1.90 (1.20 to 2.70) × (aim below 2)',
      ],
    ],
    [
      'graphql',
      [2.4],
      [
        'graphql: service 900 (800 to 950) requests/s, p99 20 (18 to 30) ms',
        'graphql: stock graphql-yoga 375 (300 to 400) requests/s, p99 60 (50 to 70) ms',
        'graphql: ratio 2.40 (2.10 to 2.50) by the clock, 2.00 (1.90 to 2.10) by processor time (aim 2.00), 7 rounds of 3 s',
      ],
    ],
    [
      'ingest',
      [0.31, 1210],
      ['bare insert  256,096 rows/s', 'ingest       74,724 events/s, peak 1,210 MiB', 'ratio        0.31'],
    ],
  ])('finds the figures of %s in what it prints', (name, figures, printed) => {
    const bench = BENCHES.find((one) => one.name === name)
    const found = bench ? judgeAims(bench, printed).map(({ figure }) => figure) : []
    expect(found.toSorted()).toEqual(figures.toSorted())
  })
})
