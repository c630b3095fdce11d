import { createRandom } from '../../seeds/world/random.ts'

const ROUNDS = 9

/** Milliseconds of the processor to sort a column of a number of values, several times: the baseline of publishing. */
export function timesToSort(length: number): number[] {
  const random = createRandom(1, 'sort')
  const column = Float64Array.from({ length }, () => random.fraction() * 1e12 - 5e11)
  return Array.from({ length: ROUNDS }, () => {
    const copy = column.slice()
    const before = process.cpuUsage()
    copy.sort()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  })
}
