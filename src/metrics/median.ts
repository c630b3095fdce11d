import { defined } from '../checks.ts'

/** The middle of some numbers: the mean of the middle two where their number is even; null without any. */
export function medianOf(values: Iterable<number>): number | null {
  const own = new Float64Array(values)
  if (own.length === 0) return null
  const middle = select(own, own.length >> 1)
  if (own.length % 2 === 1) return middle
  const below = own.subarray(0, own.length / 2).reduce((most, value) => Math.max(most, value))
  return (below + middle) / 2
}

/** Rounds after which the rest is sorted: an order that was made to mislead costs at most a sort. */
const MOST_ROUNDS = 64

/** The value of a place in ascending order. Values are reordered until none above it comes before it, which takes less than a sort. */
function select(values: Float64Array, place: number): number {
  let [first, last] = [0, values.length - 1]
  for (let round = 0; first < last; round++) {
    if (round === MOST_ROUNDS) {
      values.subarray(first, last + 1).sort()
      break
    }
    const pivot = middleOf(
      defined(values[first]),
      defined(values[(first + last) >> 1]),
      defined(values[last]),
    )
    let [low, high] = [first, last]
    while (low <= high) {
      while (defined(values[low]) < pivot) low++
      while (defined(values[high]) > pivot) high--
      if (low > high) break
      const swapped = defined(values[low])
      values[low++] = defined(values[high])
      values[high--] = swapped
    }
    if (place <= high) last = high
    else if (place >= low) first = low
    else break
  }
  return defined(values[place])
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}
