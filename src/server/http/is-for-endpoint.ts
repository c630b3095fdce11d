import type { FastifyRequest } from 'fastify'
import { opensPage } from '../../pages/kit/opens-page.ts'
import { DOCUMENT_PATH } from '../../rest/openapi/document-path.ts'

const DOORS = /^\/(?:v1|graphql|mcp|feeds)(?:[/?]|$)/

/**
 * True for a request to an endpoint, a feed, or a page that asks operations, rather than for a document, health or metrics. The route decides, not the address
 * as it was written: `/%761/leaderboard` and `http://host/v1/leaderboard` reach it too. Only what reaches no route
 * is known by its address.
 */
export function isForEndpoint(request: FastifyRequest): boolean {
  const { url, config } = request.routeOptions
  if (config?.isExplorer) return true
  if (!DOORS.test(url ?? request.url)) return false
  return url !== DOCUMENT_PATH && (url !== '/graphql' || !opensPage(request))
}
