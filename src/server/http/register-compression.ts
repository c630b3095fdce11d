import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { ENCODINGS, PACKED_FROM } from '../../answers/encoding.ts'

/**
 * Compresses answers that no route has compressed, as the caller accepts; event streams are not. Compressed requests are
 * not taken: a few bytes could unpack to any size. Routes must be added behind this.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: [...ENCODINGS],
    threshold: PACKED_FROM,
    globalDecompression: false,
    // Of an answer that is sent once: half the work of the usual levels, a tenth more bytes.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
    zlibOptions: { level: 4 },
  })
}
