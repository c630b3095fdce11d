import type { RouteOptions } from 'fastify'

/** Which methods each path answers, as far as routes have been added. */
export interface KnownPaths {
  /** A hook that notes a route as it is added. */
  note(route: Pick<RouteOptions, 'method' | 'url'>): void
  /**
   * The methods that a path answers, as the header Allow lists them, OPTIONS included; null where there is nothing at
   * the path.
   * @param path without its query
   */
  allowed(path: string): string | null
}

/** Learns which methods paths answer from the routes themselves, so that no list of paths can fall behind. */
export function createKnownPaths(): KnownPaths {
  const methods = new Map<string, Set<string>>()
  const patterns = new Map<string, RegExp>()
  return {
    note({ method, url }) {
      const known = methods.get(url) ?? new Set()
      for (const one of [method].flat()) known.add(one)
      methods.set(url, known)
      patterns.set(url, patternOf(url))
    },
    allowed(path) {
      const found = [...patterns].flatMap(([url, pattern]) =>
        pattern.test(path) ? [...(methods.get(url) ?? [])] : [],
      )
      return found.length === 0 ? null : [...new Set([...found, 'OPTIONS'])].sort(byCustom).join(', ')
    },
  }
}

/** A route's address as a pattern: `:name` is one part of a path, `*` any rest, and a slash at the end does not count. */
function patternOf(url: string): RegExp {
  const parts = url.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/\/$/, '')
  return new RegExp(`^${parts.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}/?$`)
}

const CUSTOM = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

function byCustom(one: string, other: string): number {
  return CUSTOM.indexOf(one) - CUSTOM.indexOf(other)
}
