import fastify from 'fastify'
import { type PackedFile, packFile } from './packed-file.ts'

/**
 * The script of the reference, all of it in one file, read and packed when it is first asked for. The package shows
 * it through a plugin alone, so a server that never listens is asked for it.
 */
export function createScalarScript(): () => Promise<PackedFile> {
  let packed: Promise<PackedFile> | undefined
  return () => {
    packed ??= readScript().then(packFile)
    return packed
  }
}

async function readScript(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const shelf = fastify()
  await shelf.register(scalar, { routePrefix: '/', configuration: { url: '/' } })
  const { statusCode, rawPayload } = await shelf.inject('/js/scalar.js')
  await shelf.close()
  if (statusCode !== 200) throw new Error('@scalar/fastify-api-reference has no script at /js/scalar.js.')
  return rawPayload
}
