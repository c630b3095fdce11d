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
 * Shortens a sentence that quotes a caller's text: of more than 200 characters it keeps the beginning and the
 * end. Secrets are hidden first, since the end of one could not be recognized later.
 */
export function withShortQuotes(whole: string): string {
  const sentence = hideSecrets(whole)
  if (sentence.length <= LONGEST) return sentence
  const end = LONGEST - BEGINNING - 1
  return `${sentence.slice(0, BEGINNING)}…${sentence.slice(-end)}`.toWellFormed()
}
