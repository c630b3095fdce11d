/**
 * What a text of strangers may hide from whoever reads it on a screen, while a model reads it all the same: control
 * characters, marks that turn the direction, and the invisible letters (tags, variation selectors) in which whole
 * sentences have been smuggled. What XML cannot hold is among it. The two joiners and the selectors of emoji stay:
 * texts need them.
 */
const HIDDEN =
  /(?![\u200c\u200d])(?:[\p{Cc}\p{Cf}\p{Co}]|[\ufe00-\ufe0d\ufffe\uffff]|[\u{e0100}-\u{e01ef}])/gu
const BREAKS = /[\t\n\r\u0085\u2028\u2029]+/g

/** A text with nothing hidden in it, on one line. */
export function harmlessText(text: string): string {
  return text.toWellFormed().replaceAll(BREAKS, ' ').replaceAll(HIDDEN, '')
}

/** A value of JSON with every text in it made {@link harmlessText}; keys are the schema's and stay. */
export function harmlessValue(value: unknown): unknown {
  if (typeof value === 'string') return harmlessText(value)
  if (Array.isArray(value)) return value.map(harmlessValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, harmlessValue(part)]))
}
