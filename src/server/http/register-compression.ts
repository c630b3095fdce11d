import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { ENCODINGS } from '../../rest/answers/choose-encoding.ts'
import { LEVELS, PACKED_FROM } from '../../rest/answers/pack-body.ts'

/**
 * Packs what no route has packed itself, as the caller takes it; streams of events are left alone. Packed requests are
 * not taken: a few bytes could unpack to any size. Routes must be added behind this.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: [...ENCODINGS],
    threshold: PACKED_FROM,
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: LEVELS.once.br } },
    zlibOptions: { level: LEVELS.once.gzip },
  })
}
