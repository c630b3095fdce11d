/** How many characters a text has as people and JSON Schema count them: those beyond the basic plane are one each. */
export function characterCount(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
