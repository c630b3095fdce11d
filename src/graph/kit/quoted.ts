import { hideSecrets } from '../../access/identity/hide-secrets.ts'

/** Characters of a caller's text that an error of ours repeats. */
const SHOWN = 60
/** Characters of a sentence that quotes a caller's text, and is not ours. */
const LONGEST = 200
const BEGINNING = 140

/** A caller's text as an error shows it: in quotes, control characters escaped, cut short. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)
}

/**
 * A sentence that may quote a caller's text at any length: of more than 200 characters, the beginning and the end. The
 * secrets in it are hidden first: the end of one would not be known for what it is.
 */
export function withShortQuotes(whole: string): string {
  const sentence = hideSecrets(whole)
  if (sentence.length <= LONGEST) return sentence
  const end = LONGEST - BEGINNING - 1
  return `${sentence.slice(0, BEGINNING)}…${sentence.slice(-end)}`.toWellFormed()
}
