import { defined } from '../../checks.ts'

/** A part of the docs that a search can find. */
export interface Findable {
  title: string
  href: string
  text: string
}

/** The result of a search. */
export interface FoundParts {
  /** The best first, each with the text around the first word that it has. */
  parts: readonly Findable[]
  /** False: no part has every word, and these have the rarest of them. */
  hasAll: boolean
  /** The words that were searched for in place of unknown ones. */
  corrected: ReadonlyMap<string, string>
}

const MOST_FOUND = 40
const MOST_WORDS = 12
/** Words of a question that say nothing of its subject, in the form of {@link wordsIn}. */
const OF_QUESTIONS = new Set(
  'a an the how what where when why do doe can i my me to of in on for with is are'.split(' '),
)
/** Characters around the first word that is found. */
const EXCERPT = 160

/**
 * Returns a search over parts of the docs. Words are compared without case and plural, as parts of longer words too; names of code are
 * taken as their words: `maxDrawdown` finds `MAX_DRAWDOWN`. An unknown word is replaced by a known one that differs by a letter or two.
 */
export function createDocsSearch(parts: readonly Findable[]): (words: string) => FoundParts {
  const indexed = parts.map((part) => {
    const title = ` ${wordsIn(`${part.title} ${split(part.title)}`).join(' ')} `
    const all = `${title}${wordsIn(part.text).join(' ')} `
    return { part, title, all, joined: all.replaceAll(' ', '') }
  })
  const vocabulary = new Set(indexed.flatMap(({ all }) => all.split(' ')))

  return (words) => {
    const corrected = new Map<string, string>()
    const asked = new Map<string, number>()
    const every = wordsIn(split(words)).slice(0, MOST_WORDS)
    const telling = every.filter((word) => !OF_QUESTIONS.has(word))
    const given = telling.length === 0 ? every : telling
    for (const word of new Set(given)) {
      const known = indexed.some(({ all }) => isIn(all, word)) ? word : closest(word, vocabulary)
      if (known !== null && known !== word) corrected.set(word, known)
      const count = indexed.filter(({ all }) => known !== null && isIn(all, known)).length
      // The rarer a word, the more it says; one that nothing has counts most.
      asked.set(known ?? word, Math.log((parts.length + 1) / (count + 0.5)))
    }
    const total = [...asked.values()].reduce((sum, weight) => sum + weight, 0)
    const phrase = given.map((word) => corrected.get(word) ?? word).join('')
    const scored = indexed.flatMap(({ part, title, all, joined }) => {
      const had = [...asked].filter(([word]) => isIn(all, word))
      const isNamed = phrase !== '' && joined.includes(phrase)
      if (had.length === 0 && !isNamed) return []
      const score = had.reduce(
        (sum, [word, weight]) => {
          const inTitle = title.includes(` ${word} `) ? 1 : isIn(title, word) ? 0.5 : 0
          return sum + weight * (1 + inTitle)
        },
        all.includes(` ${phrase} `) ? 2 * total : isNamed ? total : 0,
      )
      return [{ part, score, hasAll: isNamed || had.length === asked.size, word: had[0]?.[0] ?? '' }]
    })
    const hasAll = scored.some((one) => one.hasAll)
    const best = Math.max(0, ...scored.map(({ score }) => score))
    const found = scored
      .filter((one) => (hasAll ? one.hasAll : one.score >= best / 2))
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST_FOUND)
    return {
      parts: found.map(({ part, word }) => ({ ...part, text: excerpt(part.text, word) })),
      hasAll,
      corrected,
    }
  }
}

/** A text with the names of code in it taken apart: `maxDrawdown` is `max Drawdown`. */
function split(text: string): string {
  return text.replaceAll(/(\p{Ll})(\p{Lu}\p{Ll})/gu, '$1 $2')
}

/** Whether words between spaces have one: a short one as a word or its start, since many longer ones contain it. */
function isIn(words: string, one: string): boolean {
  return words.includes(one.length < 3 ? ` ${one} ` : one.length < 4 ? ` ${one}` : one)
}

/** The words of a text in lower case, in the singular. */
function wordsIn(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) =>
    word.length > 4 && word.endsWith('ies')
      ? `${word.slice(0, -3)}y`
      : word.length > 3 && /[^su]s$/.test(word)
        ? word.slice(0, -1)
        : word,
  )
}

function excerpt(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - EXCERPT / 2)
  const words = text
    .slice(at, at + EXCERPT)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${at > 0 ? '…' : ''}${words}${at + EXCERPT < text.length ? '…' : ''}`
}

/** The known word that differs least from one, by a letter for four to seven and by two for more; null if none does. */
function closest(word: string, vocabulary: ReadonlySet<string>): string | null {
  const most = word.length < 4 ? 0 : word.length < 8 ? 1 : 2
  let best: string | null = null
  let least = most + 1
  for (const known of vocabulary) {
    if (Math.abs(known.length - word.length) >= least) continue
    const distance = editDistance(word, known)
    if (distance < least) [best, least] = [known, distance]
  }
  return best
}

/** Letters to insert, remove, replace or swap with the next one (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, j) => j)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1]
      let least = Math.min(
        defined(last[j]) + 1,
        defined(row[j - 1]) + 1,
        defined(last[j - 1]) + (isSame ? 0 : 1),
      )
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        least = Math.min(least, defined(before[j - 2]) + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return defined(last[to.length])
}
