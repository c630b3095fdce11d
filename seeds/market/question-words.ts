import { INVENTED } from '../traders/invented-names.ts'
import type { Random } from '../world/random.ts'
import type { Category, EventPlan } from './market-plan.ts'

/** The texts of an event. */
export interface EventWords {
  title: string
  /** One to four. */
  tags: readonly string[]
  questions: readonly { text: string; outcomes: readonly [string, string] }[]
}

/** A plain event's title and topic, and its outcomes where they are not Yes and No. */
interface PlainWords {
  title: string
  topic: string
  outcomes?: readonly [string, string]
}

/** An exclusive contest: the prize, the contestants, and its topic. */
interface Contest {
  prize: string
  rivals: readonly string[]
  topic: string
}

type Pick = (list: readonly string[]) => string

/** Words for a planned event, drawn from the invented world. */
export function eventWords(random: Random, plan: EventPlan): EventWords {
  const pick: Pick = (list) => list[random.below(list.length)] ?? ''
  if (plan.negRisk) return contestWords(random, pick, plan)
  const kinds = PLAIN[plan.category]
  const words = (kinds[random.below(kinds.length)] ?? PLAIN.politics[0])(pick, random)
  const outcomes = words.outcomes ?? (['Yes', 'No'] as const)
  return {
    title: words.title,
    tags: tagsOf(random, plan, words.topic),
    questions: [{ text: words.title, outcomes }],
  }
}

function contestWords(random: Random, pick: Pick, plan: EventPlan): EventWords {
  const { prize, rivals, topic } = CONTESTS[plan.category](pick)
  const first = random.below(rivals.length)
  const questions = Array.from({ length: plan.questions }, (_, place) => {
    const rival = rivals[(first + place) % rivals.length] ?? ''
    return { text: `Will ${rival} win ${prize}?`, outcomes: ['Yes', 'No'] as const }
  })
  return { title: `Who will win ${prize}?`, tags: tagsOf(random, plan, topic), questions }
}

function tagsOf(random: Random, plan: EventPlan, topic: string): string[] {
  const tags = ['simulation', topic]
  if (plan.negRisk || random.chance(1, 3)) tags.push(plan.negRisk ? 'contest' : 'headline')
  if (random.chance(1, 4)) tags.push('long-running')
  return tags
}

type PlainKind = (pick: Pick, random: Random) => PlainWords
type PlainKinds = readonly [PlainKind, ...PlainKind[]]

const PLAIN: Record<Category, PlainKinds> = {
  politics: [
    (pick) => ({
      title: `Will the ${pick(INVENTED.parties)} win the ${pick(INVENTED.seasons)} vote in ${pick(INVENTED.countries)}?`,
      topic: 'elections',
    }),
    (pick) => ({
      title: `Will ${pick(INVENTED.people)} stay premier of ${pick(INVENTED.countries)} through ${pick(INVENTED.seasons)}?`,
      topic: 'governments',
    }),
    (pick) => ({
      title: `Will ${pick(INVENTED.countries)} sign the ${pick(INVENTED.cities)} treaty?`,
      topic: 'treaties',
    }),
  ],
  sports: [
    (pick, random) => {
      const home = random.below(INVENTED.teams.length)
      const away = (home + 1 + random.below(INVENTED.teams.length - 1)) % INVENTED.teams.length
      const outcomes = [INVENTED.teams[home] ?? '', INVENTED.teams[away] ?? ''] as const
      return {
        title: `${pick(INVENTED.leagues)}: ${outcomes[0]} or ${outcomes[1]}?`,
        topic: 'matches',
        outcomes,
      }
    },
    (pick) => ({
      title: `Will ${pick(INVENTED.teams)} go up in the ${pick(INVENTED.leagues)}?`,
      topic: 'seasons',
    }),
  ],
  crypto: [
    (pick, random) => ({
      title: `Will ${pick(INVENTED.coins)} close above ${(2 + random.below(90)) * 50} crowns?`,
      topic: 'prices',
    }),
    (pick) => ({
      title: `Will ${pick(INVENTED.coins)} fork before ${pick(INVENTED.seasons)}?`,
      topic: 'protocols',
    }),
  ],
  culture: [
    (pick) => ({
      title: `Will “${pick(INVENTED.works)}” win the ${pick(INVENTED.awards)}?`,
      topic: 'awards',
    }),
    (pick) => ({
      title: `Will ${pick(INVENTED.people)} publish a memoir by ${pick(INVENTED.seasons)}?`,
      topic: 'books',
    }),
  ],
  weather: [
    (pick, random) => ({
      title: `Will ${pick(INVENTED.cities)} see ${10 + random.below(60)} mm of rain in a day?`,
      topic: 'rain',
    }),
    (pick) => ({
      title: `Will it snow in ${pick(INVENTED.cities)} before ${pick(INVENTED.seasons)}?`,
      topic: 'snow',
    }),
  ],
  economics: [
    (pick, random) => ({
      title: `Will inflation in ${pick(INVENTED.countries)} exceed ${2 + random.below(7)}%?`,
      topic: 'inflation',
    }),
    (pick) => ({ title: `Will the bank of ${pick(INVENTED.countries)} cut its rate?`, topic: 'rates' }),
  ],
  tech: [
    (pick) => ({
      title: `Will ${pick(INVENTED.companies)} ship its ${pick(INVENTED.gadgets)}?`,
      topic: 'launches',
    }),
    (pick) => ({
      title: `Will ${pick(INVENTED.countries)} license the ${pick(INVENTED.gadgets)}?`,
      topic: 'regulation',
    }),
  ],
  finance: [
    (pick) => ({
      title: `Will ${pick(INVENTED.companies)} buy ${pick(INVENTED.companies)}’s yards?`,
      topic: 'mergers',
    }),
    (pick, random) => ({
      title: `Will the ${pick(INVENTED.cities)} index pass ${(10 + random.below(80)) * 100}?`,
      topic: 'indices',
    }),
  ],
}

const CONTESTS: Record<Category, (pick: Pick) => Contest> = {
  politics: (pick) => ({
    prize: `the presidency of ${pick(INVENTED.countries)}`,
    rivals: INVENTED.people,
    topic: 'elections',
  }),
  sports: (pick) => ({ prize: `the ${pick(INVENTED.leagues)}`, rivals: INVENTED.teams, topic: 'seasons' }),
  crypto: (pick) => ({
    prize: `the ${pick(INVENTED.seasons)} hash race`,
    rivals: INVENTED.coins,
    topic: 'protocols',
  }),
  culture: (pick) => ({ prize: `the ${pick(INVENTED.awards)}`, rivals: INVENTED.works, topic: 'awards' }),
  weather: (pick) => ({
    prize: `the ${pick(INVENTED.seasons)} sunshine tally`,
    rivals: INVENTED.cities,
    topic: 'sun',
  }),
  economics: (pick) => ({
    prize: `the ${pick(INVENTED.seasons)} growth table`,
    rivals: INVENTED.countries,
    topic: 'growth',
  }),
  tech: (pick) => ({
    prize: `the ${pick(INVENTED.gadgets)} race`,
    rivals: INVENTED.companies,
    topic: 'launches',
  }),
  finance: (pick) => ({
    prize: `the ${pick(INVENTED.cities)} harbour contract`,
    rivals: INVENTED.companies,
    topic: 'mergers',
  }),
}
