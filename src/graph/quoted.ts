/** Characters of a caller's text that an error repeats. */
const SHOWN = 60

/** A caller's text as an error shows it: in quotes, control characters escaped, cut short. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)
}
