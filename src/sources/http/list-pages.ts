import { createHash } from 'node:crypto'
import { isObject } from '../../is-object.ts'
import type { ListClient, Query } from './list-client.ts'

/** What is paged through. */
export interface PagesOptions {
  client: ListClient
  path: string
  query: Query
  signal?: AbortSignal | undefined
  /** Rows asked for at a time; Gamma gives no more than 100, and less without saying so. @default 100 */
  limit?: number
}

/**
 * The pages of a list that is read by limit and offset, oldest rows first so that new ones do not move those that are
 * still to come. It ends with an empty page, never with a short one: an API that clamps the limit sends only short ones.
 * It also ends if a page has nothing new: an API that ignores the offset would send its first page forever.
 */
export async function* listPages(options: PagesOptions): AsyncGenerator<unknown[]> {
  const { client, path, query, signal, limit = 100 } = options
  const seen = new Set<string>()
  for (let offset = 0; ; ) {
    const place: Query = [
      ['limit', String(limit)],
      ['offset', String(offset)],
      ['order', 'id'],
      ['ascending', 'true'],
    ]
    const page = await client.list(path, [...query, ...place], signal)
    const fresh = page.filter((row) => isNew(seen, row))
    if (fresh.length === 0) return
    yield fresh
    offset += page.length
  }
}

function isNew(seen: Set<string>, row: unknown): boolean {
  const before = seen.size
  return seen.add(identityOf(row)).size > before
}

/** A row's id, or where it has none its content. */
function identityOf(row: unknown): string {
  if (isObject(row) && (typeof row.id === 'string' || typeof row.id === 'number')) return `id ${row.id}`
  return createHash('sha256')
    .update(String(JSON.stringify(row)))
    .digest('base64')
}
