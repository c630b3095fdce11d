import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './choose-encoding.ts'

/** Below this many bytes a body is not packed: it would hardly be smaller. */
export const PACKED_FROM = 1_024

/** How hard a body is packed: one that is kept, or one that is sent once, for half the work and a tenth more bytes. */
export type PackingLevel = 'kept' | 'once'

/** Higher ones take ten times as long for a few per cent. */
export const LEVELS = { kept: { br: 5, gzip: 6 }, once: { br: 3, gzip: 4 } } as const

const PACKERS: Readonly<Record<Encoding, (body: Buffer, level: PackingLevel) => Promise<Buffer>>> = {
  br: (body, level) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: LEVELS[level].br,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body, level) => promisify(gzip)(body, { level: LEVELS[level].gzip }),
}

/** A body in an encoding, packed beside the thread that answers. */
export function packBody(body: Buffer, encoding: Encoding, level: PackingLevel = 'kept'): Promise<Buffer> {
  return PACKERS[encoding](body, level)
}
