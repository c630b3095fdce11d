/**
 * Rows by id, from memory where they were read before. What is read goes into memory, null where there is no such row.
 * @param known the memory, which is changed
 */
export async function readMissing<Row>(
  known: Map<number, Row | null>,
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<ReadonlyMap<number, Row>>,
): Promise<Map<number, Row>> {
  const found = new Map<number, Row>()
  const missing: number[] = []
  for (const id of ids) {
    const row = known.get(id)
    if (row === undefined) missing.push(id)
    else if (row !== null) found.set(id, row)
  }
  if (missing.length === 0) return found
  const fresh = await read(missing)
  for (const id of missing) {
    const row = fresh.get(id) ?? null
    known.set(id, row)
    if (row !== null) found.set(id, row)
  }
  return found
}
