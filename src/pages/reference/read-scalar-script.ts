import fastify from 'fastify'

/**
 * Reads the reference's script, a single file of 4 MB. The package serves it only through a plugin, so a
 * server that never listens is asked for it, at the first use.
 * @throws Error if the package has no script
 */
export async function readScalarScript(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const shelf = fastify()
  await shelf.register(scalar, { routePrefix: '/', configuration: { url: '/' } })
  const { statusCode, rawPayload } = await shelf.inject('/js/scalar.js')
  await shelf.close()
  if (statusCode !== 200) throw new Error('@scalar/fastify-api-reference has no script at /js/scalar.js.')
  return rawPayload
}
