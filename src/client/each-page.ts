import type { CallOptions, Client } from './client.ts'

/** A page of a list. */
export interface Page<Item> {
  items: readonly Item[]
  /** What the next page is asked with; null on the last. */
  nextCursor: string | null
}

/** What such a list is asked with. */
export type CursorParameters = { cursor?: string } | undefined

/** The function of an operation that answers by pages. */
export type PagedOperation<Parameters extends CursorParameters, Item> = (
  client: Client,
  parameters: Parameters,
  options?: CallOptions,
) => Promise<Page<Item>>

/**
 * Every page of a list from the parameters' cursor on, or the first one, each fetched when it is needed. Rejects as
 * the operation does; leaving the loop asks no more.
 */
export async function* eachPage<Parameters extends CursorParameters, Item>(
  client: Client,
  operation: PagedOperation<Parameters, Item>,
  parameters: NoInfer<Parameters>,
  options?: CallOptions,
): AsyncGenerator<Page<Item>, void, undefined> {
  let page = await operation(client, parameters, options)
  yield page
  while (page.nextCursor !== null) {
    page = await operation(client, { ...parameters, cursor: page.nextCursor }, options)
    yield page
  }
}
