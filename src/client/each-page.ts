import type { CallOptions, Client } from './client.ts'

export interface Page<Item> {
  items: readonly Item[]
  /** The cursor of the next page; null on the last. */
  nextCursor: string | null
}

/** The parameters of an operation with pages. */
export type CursorParameters = { cursor?: string } | undefined

/** The function of an operation that answers by pages. */
export type PagedOperation<Parameters extends CursorParameters, Item> = (
  client: Client,
  parameters: Parameters,
  options?: CallOptions,
) => Promise<Page<Item>>

/**
 * Yields every page of a list from the parameters' cursor on, or from the first, and fetches each when it is
 * needed. Rejects as the operation does; leaving the loop stops fetching.
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

/**
 * Yields every item of a list and fetches each page when it is needed: `for await (const trader of
 * eachItem(client, searchTraders, { query: '0x1' }))`. Rejects as the operation does; leaving the loop stops
 * fetching.
 */
export async function* eachItem<Parameters extends CursorParameters, Item>(
  client: Client,
  operation: PagedOperation<Parameters, Item>,
  parameters: NoInfer<Parameters>,
  options?: CallOptions,
): AsyncGenerator<Item, void, undefined> {
  for await (const { items } of eachPage(client, operation, parameters, options)) yield* items
}
