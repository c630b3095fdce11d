import type { MarketInfo } from '../src/ledger/event.ts'
import type { EventPlan } from './market-plan.ts'
import { conditionNames, negRiskMarket } from './open-market.ts'
import { eventWords } from './question-words.ts'
import { createRandom } from './random.ts'

/** Every title and question ends so, wherever a user meets it. */
const SIMULATION = '(simulation)'

/** The MARKET records of one planned event, one for each of its conditions. */
export function* listEvent(seed: number, plan: EventPlan): Generator<MarketInfo> {
  const words = eventWords(createRandom(seed, `words/${plan.index}`), plan)
  const slug = `sim-${slugOf(words.title)}-${plan.index + 1}`
  for (const [question, { text, outcomes }] of words.questions.entries()) {
    const { id, tokens } = conditionNames(seed, plan.index, question)
    yield {
      kind: 'MARKET',
      condition: id,
      tokens,
      outcomes,
      question: `${text} ${SIMULATION}`,
      slug: plan.negRisk ? `${slug}-${slugOf(text)}` : slug,
      category: plan.category,
      tags: words.tags,
      event: { id: `sim-${seed}-${plan.index + 1}`, title: `${words.title} ${SIMULATION}`, slug },
      negRisk: plan.negRisk
        ? { market: negRiskMarket(seed, plan.index), index: question, questions: plan.questions }
        : null,
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
