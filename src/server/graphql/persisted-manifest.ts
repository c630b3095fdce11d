import type { RestRoute } from '../../rest/routes/route.ts'
import { persistedOperations } from './persisted-operations.ts'

/**
 * The text of `schema/persisted-operations.json`, which gives clients the ids: a manifest in the format of Apollo's
 * tools.
 */
export function persistedManifest(routes: readonly RestRoute[]): string {
  const manifest = {
    format: 'apollo-persisted-query-manifest',
    version: 1,
    operations: persistedOperations(routes),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
