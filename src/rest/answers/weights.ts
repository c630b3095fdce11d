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
