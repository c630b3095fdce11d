import type { CallOptions, Client } from './client.ts'
import { type CursorParameters, eachPage, type PagedOperation } from './each-page.ts'

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
