import fastify from 'fastify'

/**
 * The script of the reference, all of it in one file. The package shows it through a plugin alone, so a server that
 * never listens is asked for it; it holds 4 MB, and is loaded no sooner.
 * @throws Error where the package has no script
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
