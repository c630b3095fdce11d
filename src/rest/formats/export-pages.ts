import type { Row } from './row-writer.ts'

/** A part of an export. */
export interface ExportPage {
  rows: readonly Row[]
  /** The cursor of the part behind it; null at the end. */
  next: string | null
}

/**
 * The text of an export, a page at a time: the next page is read when the text of the one before is on its way, so
 * that an export of any length needs the memory of one page.
 * @param first the page that was read before the answer began, so that what fails in it has a status of its own
 * @param read reads the page at a cursor
 */
export async function* exportPages(
  first: ExportPage,
  read: (cursor: string) => Promise<ExportPage>,
  write: (rows: readonly Row[]) => string,
): AsyncGenerator<string> {
  let page = first
  yield write(page.rows)
  while (page.next !== null) {
    page = await read(page.next)
    yield write(page.rows)
  }
}
