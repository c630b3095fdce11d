import type { CallOptions, Client } from './client.ts'
import { type CursorParameters, eachPage, type PagedOperation } from './each-page.ts'

/**
 * Every item of a list, page after page, each fetched when it is needed: `for await (const trader of
 * eachItem(client, searchTraders, { query: '0x1' }))`. Rejects as the operation does; leaving the loop asks no more.
 */
export async function* eachItem<Parameters extends CursorParameters, Item>(
  client: Client,
  operation: PagedOperation<Parameters, Item>,
  parameters: NoInfer<Parameters>,
  options?: CallOptions,
): AsyncGenerator<Item, void, undefined> {
  for await (const { items } of eachPage(client, operation, parameters, options)) yield* items
}
