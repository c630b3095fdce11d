import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './choose-encoding.ts'

/** Below this many bytes a body is not packed: it would hardly be smaller. */
export const PACKED_FROM = 1_024

const PACKERS: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  // Higher ones take ten times as long for a few per cent.
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => promisify(gzip)(body, { level: 6 }),
}

/** A body in an encoding, packed beside the thread that answers. */
export function packBody(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return PACKERS[encoding](body)
}
