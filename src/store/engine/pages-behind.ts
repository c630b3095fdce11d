/**
 * Rows page by page, in the order of a key, until a page is not full. An empty page comes only where there are no more rows.
 * @param size the most rows of a page
 * @param first the key before the first row
 * @param read reads the page behind a key; its rows have the key's columns
 */
export async function* pagesBehind<Row extends Key, Key>(
  size: number,
  first: Key,
  read: (last: Key) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last: Key | undefined = first; last !== undefined; ) {
    const rows: Row[] = await read(last)
    yield rows
    last = rows[size - 1]
  }
}
