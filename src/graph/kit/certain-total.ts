/**
 * Returns the row count of a list that is always counted, 0 or more.
 * @throws Error if it was not counted, which is a bug: an unknown number is never returned as 0
 */
export async function certainTotal({ total }: { total: () => Promise<number | null> }): Promise<number> {
  const count = await total()
  if (count === null) throw new Error('a list that promises its count was not counted')
  return count
}
