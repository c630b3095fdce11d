import type { RestRoute } from '../../rest/routes/route.ts'
import { examplePath, type LiveExamples } from './example-path.ts'

/**
 * The address of a path with examples, for a link that works in any browser; null for a path that is for callers who
 * are signed in, since no link can send a key, and for one whose example only shows the form.
 */
export function exampleLink(route: RestRoute, live: LiveExamples): string | null {
  if (route.failures.includes('UNAUTHENTICATED')) return null
  const leadsNowhere = Object.values(route.parameters).some(
    ({ name, isFormOnly }) => isFormOnly && !(name in live),
  )
  return leadsNowhere ? null : examplePath(route, live)
}
