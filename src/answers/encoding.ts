import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Encodings of bodies, best first. */
export const ENCODINGS = ['br', 'gzip'] as const

export type Encoding = (typeof ENCODINGS)[number]

/**
 * Chooses a body's encoding for an Accept-Encoding header: the one with the largest weight, ours first among equals.
 * Null for none, also if the header refuses everything, since the headers of an unreadable answer still tell its
 * status.
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
 * The weights in a header such as Accept-Encoding, from 0 (never) to 1 (RFC 9110 §12.4.2), by name in lower case and
 * without parameters. Invalid entries are ignored.
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

/** Smaller bodies are not compressed: they would hardly shrink. */
export const PACKED_FROM = 1_024

const PACKERS: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  // Higher ones take ten times as long for a few percent.
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => promisify(gzip)(body, { level: 6 }),
}

/** Compresses a body off the answering thread. */
export function packBody(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return PACKERS[encoding](body)
}
