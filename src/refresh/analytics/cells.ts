/** A part of a record as it is stored: numbers, and null for what there is not. */
export type Cells = readonly (number | null)[]

/** The cells without those at the end that are as `defaults` says; beyond its end, nothing is left off. */
export function withoutDefaults(cells: Cells, defaults: Cells): Cells {
  let length = cells.length
  while (length > 0 && length <= defaults.length && cells[length - 1] === defaults[length - 1]) length--
  return cells.slice(0, length)
}

/** The cells with what {@link withoutDefaults} left off. */
export function withDefaults(cells: Cells, defaults: Cells): Cells {
  return [...cells, ...defaults.slice(cells.length)]
}

/** The number in a cell. Throws a RangeError where there is none: the text was not written by this code. */
export function numberAt(cells: Cells, at: number): number {
  const value = cells[at]
  if (value === undefined || value === null)
    throw new RangeError('Stored analytics are damaged: a number is missing')
  return value
}

/** The number in a cell, or null. */
export function nullableAt(cells: Cells, at: number): number | null {
  return cells[at] ?? null
}

/** Cells in rows of one length. Throws a RangeError where they do not come out even. */
export function rowsOf(cells: Cells, width: number): Cells[] {
  if (cells.length % width !== 0) throw new RangeError('Stored analytics are damaged: a row is cut off')
  return Array.from({ length: cells.length / width }, (_, row) => cells.slice(row * width, (row + 1) * width))
}

/** The numbers that are not 0, each after its place. */
export function sparse(numbers: readonly number[]): Cells {
  const cells: number[] = []
  for (let place = 0; place < numbers.length; place++) {
    const number = numbers[place] ?? 0
    if (number !== 0) cells.push(place, number)
  }
  return cells
}

/** What {@link sparse} was made from. */
export function dense(cells: Cells, length: number): number[] {
  const numbers = new Array<number>(length).fill(0)
  for (const row of rowsOf(cells, 2)) numbers[numberAt(row, 0)] = numberAt(row, 1)
  return numbers
}
