import { EARLIEST_TIME, END_LIMIT, MAX_OUTCOMES, MAX_TAGS, TEXT_BOUNDS } from '../../ledger/bounds.ts'
import type { MarketInfo, NegRiskQuestion, TraderInfo } from '../../ledger/event.ts'
import { categoryNamed } from '../../ledger/market-category.ts'
import {
  addressField,
  conditionField,
  hashField,
  integerField,
  listField,
  nullable,
  objectField,
  pictureField,
  textField,
  tokenField,
} from '../field-checks.ts'
import { Refused, refusedField } from '../refusal.ts'
import { logPlaceField } from './line-place.ts'

type Row = Record<string, unknown>

const nameField = textField(TEXT_BOUNDS.name)
const titleField = textField(TEXT_BOUNDS.question)
const slugField = textField(TEXT_BOUNDS.slug)
const EVENT_FIELDS: ReadonlySet<string> = new Set(['id', 'title', 'slug'])
const NEG_RISK_FIELDS: ReadonlySet<string> = new Set(['market', 'index', 'questions', 'prepared'])

/** The market of a line. @throws Refused if it is invalid */
export function marketOf(row: Row): MarketInfo {
  const tokens = listField('tokens', row.tokens, MAX_OUTCOMES, tokenField)
  const outcomes = listField('outcomes', row.outcomes, MAX_OUTCOMES, nameField)
  if (tokens.length > 0 && outcomes.length > 0 && tokens.length !== outcomes.length)
    throw new Refused(
      `tokens has ${tokens.length} entries and outcomes ${outcomes.length}: one each is needed`,
    )
  if (new Set(tokens).size < tokens.length)
    throw new Refused('tokens names one token twice: each is needed once')
  const [createdAt, endsAt] = (['createdAt', 'endsAt'] as const).map((time) =>
    nullable(time, row[time], (name, value) => integerField(name, value, EARLIEST_TIME, END_LIMIT)),
  )
  return {
    kind: 'MARKET',
    condition: conditionField('condition', row.condition),
    tokens,
    outcomes,
    question: nullable('question', row.question, titleField),
    slug: nullable('slug', row.slug, slugField),
    // An unknown category tells nothing about the market, and is no reason to drop the line.
    category: categoryNamed(nullable('category', row.category, nameField)),
    tags: nullable('tags', row.tags, (name, tags) => listField(name, tags, MAX_TAGS, slugField)) ?? [],
    event: nullable('event', row.event, eventField),
    negRisk: nullable('negRisk', row.negRisk, negRiskField),
    ...(typeof createdAt === 'number' && { createdAt }),
    ...(typeof endsAt === 'number' && { endsAt }),
  }
}

function eventField(name: string, value: unknown): NonNullable<MarketInfo['event']> {
  const event = objectField(name, value, EVENT_FIELDS)
  return {
    id: slugField('event.id', event.id),
    title: nullable('event.title', event.title, titleField),
    slug: nullable('event.slug', event.slug, slugField),
  }
}

function negRiskField(name: string, value: unknown): NegRiskQuestion {
  const negRisk = objectField(name, value, NEG_RISK_FIELDS)
  const prepared = nullable('negRisk.prepared', negRisk.prepared, logPlaceField)
  return {
    market: hashField('negRisk.market', negRisk.market),
    index: integerField('negRisk.index', negRisk.index, 0, MAX_OUTCOMES),
    questions: nullable('negRisk.questions', negRisk.questions, (questions, count) =>
      integerField(questions, count, 1, MAX_OUTCOMES + 1),
    ),
    ...(prepared && { prepared }),
  }
}

/** The trader of a line. @throws Refused if it is invalid */
export function traderOf(row: Row): TraderInfo {
  const { verified } = row
  if (verified !== undefined && verified !== null && typeof verified !== 'boolean')
    throw refusedField('verified', verified, 'true, false or null')
  return {
    kind: 'TRADER',
    address: addressField('address', row.address),
    username: nullable('username', row.username, nameField),
    profileImage: nullable('profileImage', row.profileImage, pictureField),
    xUsername: nullable('xUsername', row.xUsername, nameField),
    verified: verified ?? null,
    bio: nullable('bio', row.bio, textField(TEXT_BOUNDS.bio)),
  }
}
