import type { MarketInfo } from '../../src/ledger/event.ts'
import type { Seconds } from '../../src/ledger/quantities.ts'
import { worldStart } from '../world/calendar.ts'
import { createRandom } from '../world/random.ts'
import type { WorldSize } from '../world/world-options.ts'
import type { EventPlan } from './market-plan.ts'
import { conditionNames, negRiskMarket } from './open-market.ts'
import { type EventWords, eventWords } from './question-words.ts'

/** Draws of words before an event takes a number into its title. */
const MOST_DRAWS = 20

/** Lists the events of one world: the MARKET records of an event, one for each of its conditions. */
export type EventLister = (plan: EventPlan, times?: EventTimes) => Iterable<MarketInfo>

/** When an event opens and is meant to close. */
export interface EventTimes {
  createdAt: Seconds
  endsAt: Seconds
}

/** A lister that words no two events of its world alike. */
export function createEventLister(size: Pick<WorldSize, 'seed' | 'days'>): EventLister {
  const { seed } = size
  const start = worldStart(size.days)
  const used = new Set<string>()
  return (plan, times = { createdAt: start + plan.opens * 3_600, endsAt: start + plan.closes * 3_600 }) =>
    listEvent(seed, { plan, words: unusedWords(seed, plan, used), times })
}

function unusedWords(seed: number, plan: EventPlan, used: Set<string>): EventWords {
  const random = createRandom(seed, `words/${plan.index}`)
  let words = eventWords(random, plan)
  const isUsed = () => textsOf(words).some((text) => used.has(text))
  for (let draw = 1; draw < MOST_DRAWS && isUsed(); draw++) words = eventWords(random, plan)
  if (isUsed()) words = numbered(words, plan.index + 1)
  for (const text of textsOf(words)) used.add(text)
  return words
}

function textsOf({ title, questions }: EventWords): string[] {
  return [title, ...questions.map(({ text }) => text)]
}

/** Every draw named an existing event, so a number tells the two apart. */
function numbered(words: EventWords, number: number): EventWords {
  const of = (text: string) => text.replace(/\?$/, ` (no. ${number})?`)
  const questions = words.questions.map(({ text, outcomes }) => ({ text: of(text), outcomes }))
  return { ...words, title: of(words.title), questions }
}

function* listEvent(
  seed: number,
  { plan, words, times }: { plan: EventPlan; words: EventWords; times: EventTimes },
): Generator<MarketInfo> {
  const slug = `sim-${slugOf(words.title)}-${plan.index + 1}`
  for (const [question, { text, outcomes }] of words.questions.entries()) {
    const { id, tokens } = conditionNames(seed, plan.index, question)
    yield {
      kind: 'MARKET',
      condition: id,
      tokens,
      outcomes,
      question: text,
      slug: plan.negRisk ? `${slug}-${slugOf(text)}` : slug,
      category: plan.category,
      tags: words.tags,
      event: { id: `sim-${seed}-${plan.index + 1}`, title: words.title, slug },
      negRisk: plan.negRisk
        ? { market: negRiskMarket(seed, plan.index), index: question, questions: plan.questions }
        : null,
      ...times,
    }
  }
}

/** Lower-case ASCII words joined by hyphens. */
function slugOf(text: string): string {
  const plain = text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}
