/** Control characters, marks that turn the direction of writing, invisible letters, and line breaks of Unicode. */
const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * A text with nothing in it that steers whatever shows it: such characters come as JSON escapes (`\u202e`). Names and
 * questions are texts of strangers; no terminal and no log gets one raw. What is JSON stays JSON, of the same value.
 */
export function printable(text: string): string {
  return text.replaceAll(STEERING, (character) => character.split('').map(escaped).join(''))
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
