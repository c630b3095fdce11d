import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** How bodies are packed, best first. */
export const ENCODINGS = ['br', 'gzip'] as const

/** One of {@link ENCODINGS}. */
export type Encoding = (typeof ENCODINGS)[number]

/**
 * How a body is packed for whoever sends this Accept-Encoding: what it weighs most, ours first among equals; null for
 * not at all, also for whoever refuses everything, because an answer that cannot be read is still told by its headers.
 */
export function chooseEncoding(header: string | undefined): Encoding | null {
  if (header === undefined) return null
  const weights = weightsOf(header)
  const others = weights.get('*') ?? 0
  let best: Encoding | null = null
  let most = weights.get('identity') ?? 0
  for (const encoding of ENCODINGS) {
    const weight = weights.get(encoding) ?? others
    if (weight === 0 || weight < most || (best !== null && weight === most)) continue
    best = encoding
    most = weight
  }
  return best
}

/** A weight from 0 to 1 with up to three decimals. */
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/**
 * What a header such as Accept-Encoding names, in lower case and without parameters, each with its weight from 0 (never)
 * to 1 (RFC 9110 §12.4.2). Entries that cannot be read are left out, as if they had not been sent.
 */
export function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const entry of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '') ?? '1'
    if (name !== '' && WEIGHT.test(weight)) weights.set(name, Number(weight))
  }
  return weights
}

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
