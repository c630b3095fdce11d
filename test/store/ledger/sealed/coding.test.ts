import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDuckDb } from '../../../../src/store/engine/duckdb.ts'
import { chainKey } from '../../../../src/store/ledger/place.ts'
import { DAY_COLUMNS, isFlow } from '../../../../src/store/ledger/position-day.ts'
import { FILL_KIND } from '../../../../src/store/ledger/sealed/chain-kinds.ts'
import { DAY_FILES } from '../../../../src/store/ledger/sealed/seal-days.ts'
import { plainDays } from '../../../../src/store/ledger/sealed/sealed-days.ts'
import { type SealedFiles, sealedFiles } from '../../../../src/store/ledger/sealed/sealed-files.ts'

const whole = fc.oneof(fc.constantFrom(0, 1, 2, 2 ** 18, 2 ** 36), fc.maxSafeNat(), fc.nat(10_000_000))
const amount = fc.oneof(
  whole,
  whole.map((value) => 0 - value),
)
const MAY_BE_NEGATIVE = ['realized', 'official_realized', 'moved_slippage', 'bought', 'sold']
const day = fc.record(
  Object.fromEntries(
    DAY_COLUMNS.map((name) => [
      name,
      ['trader_id', 'token_id', 'day'].includes(name)
        ? fc.constant(1)
        : ['fills', 'buys', 'role_known'].includes(name)
          ? fc.nat(3)
          : isFlow(name) && MAY_BE_NEGATIVE.includes(name)
            ? amount
            : whole,
    ]),
  ),
)

/** Runs a check with files of a folder of its own. */
async function withFiles(check: (files: SealedFiles) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-coding-'))
  const duckdb = openDuckDb({ folder, memoryMiB: 64, threads: 1 })
  try {
    await check(sealedFiles({ duckdb }))
  } finally {
    duckdb.close()
    await rm(folder, { recursive: true, force: true })
  }
}

test('sealed days give back any numbers, those that do not follow from others too', async () => {
  await withFiles((files) =>
    fc.assert(
      fc.asyncProperty(fc.array(day, { minLength: 1, maxLength: 50 }), async (drawn) => {
        const days = drawn.map((one, i) => ({ ...one, trader_id: i }) as Record<string, number>)
        const rows = async function* () {
          const columns = DAY_COLUMNS.map((name) => [
            name,
            Float64Array.from(days, (one) => one[name] ?? Number.NaN),
          ])
          yield { ...Object.fromEntries(columns), lists: days.map(() => Buffer.alloc(0)) }
        }
        const content = { columns: DAY_FILES.columns, segments: [], rows: rows() }
        const written = await files.write(content, 'days', DAY_FILES.plans)
        const read = await files.read<Record<string, number>>(
          [written],
          (from) => `SELECT ${DAY_COLUMNS.join(', ')} FROM ${plainDays(from)} ORDER BY trader_id`,
        )
        expect(read).toEqual(days)
      }),
      { numRuns: 20 },
    ),
  )
})

test('days with one fill or two of any dollars have no rest of their squares', async () => {
  const dollars = fc.array(fc.oneof(fc.nat(), fc.integer({ min: 0, max: 1e12 })), {
    minLength: 1,
    maxLength: 2,
  })
  await withFiles((files) =>
    fc.assert(
      fc.asyncProperty(fc.array(dollars, { minLength: 1, maxLength: 50 }), async (drawn) => {
        const none = DAY_COLUMNS.map((name) => [name, drawn.map(() => 0)])
        const squares = drawn.map((usd) => usd.reduce((sum, one) => addLimbs(sum, limbsOf(one)), [0, 0, 0]))
        const rows = async function* () {
          yield {
            ...Object.fromEntries(none),
            trader_id: drawn.map((_, i) => i),
            fills: drawn.map((usd) => usd.length),
            volume: drawn.map((usd) => usd.reduce((sum, one) => sum + one, 0)),
            square_low: squares.map(([low]) => low ?? 0),
            square_middle: squares.map(([, middle]) => middle ?? 0),
            square_high: squares.map(([, , high]) => high ?? 0),
            lists: drawn.map(() => Buffer.alloc(0)),
          }
        }
        const content = { columns: DAY_FILES.columns, segments: [], rows: rows() }
        const written = await files.write(content, 'days', DAY_FILES.plans)
        const rests = 'square_low_rest, square_middle_rest, square_high_rest'
        const read = await files.read<{ second: number }>(
          [written],
          (from) => `SELECT second_fill AS second, ${rests} FROM ${from} ORDER BY trader_id`,
        )
        expect(read).toEqual(
          drawn.map(([first = 0, second = 0]) => ({
            second: Math.min(first, second),
            square_low_rest: 0,
            square_middle_rest: 0,
            square_high_rest: 0,
          })),
        )
      }),
      { numRuns: 20 },
    ),
  )
})

/** The limbs that a day adds for a fill, slowly: halves of 18 bits, multiplied one by one. */
function limbsOf(usd: number): number[] {
  const half = 2n ** 18n
  const [low, middle, high] = [BigInt(usd) % half, (BigInt(usd) / half) % half, BigInt(usd) / half ** 2n]
  const [lower, upper] = [2n * middle * low, 2n * high * middle]
  return [
    low * low + (lower % half) * half,
    2n * high * low + middle * middle + lower / half + (upper % half) * half,
    high * high + upper / half,
  ].map(Number)
}

function addLimbs(one: readonly number[], other: readonly number[]): number[] {
  return one.map((limb, i) => limb + (other[i] ?? 0))
}

test.each(['traders', 'tokens'])(
  'fills sealed by %s give back any dollars and times, also once they are written again',
  async (name) => {
    const plans = FILL_KIND.plans.filter((plan) => plan.name === name)
    const columns = Object.fromEntries(
      Object.entries(FILL_KIND.columns).filter(([column]) => !['tx', 'order_hash'].includes(column)),
    )
    const fill = fc.record({
      shares: whole,
      usd: fc.oneof(whole, fc.integer({ min: 1, max: 999 })),
      time: fc.nat(),
      isPriced: fc.boolean(),
    })
    await withFiles((files) =>
      fc.assert(
        fc.asyncProperty(fc.array(fill, { minLength: 1, maxLength: 50 }), async (drawn) => {
          // Most dollars follow from a price; the others are any.
          const fills = drawn.map(({ shares, usd, time, isPriced }, block) => ({
            key: chainKey(70_000_000 + block, block),
            shares,
            time,
            usd: isPriced ? Math.floor((shares / 1_000) * (usd % 1_001)) : usd,
          }))
          const rows = async function* () {
            const none = Object.keys(columns).map((column) => [column, fills.map(() => 0)])
            const own = ['key', 'shares', 'time', 'usd'] as const
            yield {
              ...Object.fromEntries(none),
              ...Object.fromEntries(own.map((column) => [column, fills.map((one) => one[column])])),
            }
          }
          const nothing = async function* () {}
          const once = await files.write({ columns, segments: [], rows: rows() }, 'fills', plans)
          const segments = once.map((file) => ({ files: { [name]: file } }))
          const again = await files.write({ columns, segments, rows: nothing() }, 'fills', plans)
          for (const written of [once, again])
            expect(
              await files.read(
                [written],
                (from) => `SELECT key, shares, time, usd FROM ${from} ORDER BY key`,
              ),
            ).toEqual(fills)
        }),
        { numRuns: 20 },
      ),
    )
  },
)
