/** A prime below 2^26, so that products are exact. */
const PRIME = 67_108_859

/**
 * Plays who adds and subtracts what is known: the first `most` of the unknowns to which some sum of the rows comes down,
 * to all or some of them; null where there are none such.
 * @param rows each equation's weights by column; columns that are not unknown count as known
 */
export function solvesFor(
  rows: readonly (readonly number[])[],
  unknown: readonly number[],
  most: number,
): number[] | null {
  const whole = rankOf(rows, unknown)
  for (const columns of choose(unknown, Math.min(most, unknown.length))) {
    // A sum that is nothing but these columns is nothing without them.
    const others = unknown.filter((column) => !columns.includes(column))
    if (rankOf(rows, others) < whole) return columns
  }
  return null
}

function* choose(items: readonly number[], size: number): Generator<number[]> {
  if (size === 0) yield []
  else
    for (const [i, item] of items.entries())
      for (const rest of choose(items.slice(i + 1), size - 1)) yield [item, ...rest]
}

/** The rank of the rows in some columns, by elimination modulo a prime. */
function rankOf(rows: readonly (readonly number[])[], columns: readonly number[]): number {
  const left = rows.map((row) => columns.map((column) => row[column] ?? 0))
  let rank = 0
  for (let column = 0; column < columns.length && rank < left.length; column++) {
    const at = left.findIndex((row, i) => i >= rank && row[column] !== 0)
    const pivot = left[at]
    if (pivot === undefined) continue
    ;[left[rank], left[at]] = [pivot, left[rank] ?? pivot]
    const factor = inverse(pivot[column] ?? 1)
    for (const row of left.slice(rank + 1)) {
      const times = ((row[column] ?? 0) * factor) % PRIME
      if (times === 0) continue
      for (let i = column; i < row.length; i++)
        row[i] = ((row[i] ?? 0) + (PRIME - times) * (pivot[i] ?? 0)) % PRIME
    }
    rank++
  }
  return rank
}

/** The inverse modulo the prime, by Fermat. */
function inverse(value: number): number {
  let [result, base] = [1, value % PRIME]
  for (let exponent = PRIME - 2; exponent > 0; exponent = Math.floor(exponent / 2)) {
    if (exponent % 2 === 1) result = (result * base) % PRIME
    base = (base * base) % PRIME
  }
  return result
}
