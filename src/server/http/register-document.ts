import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { namesTag } from '../../answers/headers.ts'
import type { OpenApiDocument } from '../../rest/openapi/document.ts'
import { DOCUMENT_PATH } from '../../rest/openapi/document-path.ts'

/** `/v1/openapi.json`: the description of REST, for anyone. It changes only with the program. */
export function registerDocument(app: FastifyInstance, document: OpenApiDocument): void {
  const text = JSON.stringify(document)
  const tag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  app.get(DOCUMENT_PATH, async (request, reply) => {
    reply.headers({ ETag: tag, 'Cache-Control': 'public, no-cache' })
    if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })
}
