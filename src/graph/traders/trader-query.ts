import type { TraderRecord as NoticedRecord } from '../../delivery/notices.ts'
import { PequodError } from '../../errors.ts'
import { moneyText, percentRange, percentText, plural } from '../../formats.ts'
import {
  type Address,
  addressOf,
  type Day,
  dayOf,
  dayText,
  MICRO,
  type MicroUsd,
} from '../../ledger/quantities.ts'
import { MINIMUM_STAKED_UNITS } from '../../metrics/skill/edge.ts'
import { type Skill, testedSkill } from '../../numbers/analytics/trader-analytics.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { PROFILE } from '../kit/cost/query-cost.ts'
import { AS_OF_ARGUMENT } from '../kit/cutoff.ts'
import { quoted } from '../kit/errors.ts'
import { GIVEN_ADDRESS, WALLET_ADDRESS } from '../kit/limits/known-limits.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import { AnalyticsSkillType } from './analytics/trader-analytics.ts'
import { TraderType } from './trader.ts'
import { findTraders } from './trader-fields.ts'

builder.queryField('trader', (t) =>
  t.field({
    type: TraderType,
    nullable: true,
    description:
      'A trader by address: identity, numbers over all time, daily profit and ranks; analytics when signed in.',
    throws: { NOT_FOUND: 'if the ledger holds no event of the address' },
    args: {
      address: t.arg.string({
        required: true,
        limits: GIVEN_ADDRESS,
        description: WALLET_ADDRESS,
      }),
      asOf: t.arg(AS_OF_ARGUMENT),
    },
    resolve: (_root, { address, asOf }, context) => traderOf(address, asOf ?? null, context),
  }),
)

/**
 * Addresses in place of names that one trader has.
 * @throws PequodError NOT_FOUND for a name that none or several have
 */
export async function addressesOf(
  texts: readonly string[],
  asOf: Day | null,
  { reader, loaders, snapshot }: RequestContext,
): Promise<string[]> {
  const names = texts.filter((text) => addressOf(text) === null)
  if (names.length === 0) return [...texts]
  const named = await reader.tradersByName(names)
  const { profiles } = loaders(await snapshot(asOf))
  return Promise.all(
    texts.map(async (text) => {
      const row = named.get(text)
      const found = addressOf(text) ?? (row && (await profiles.load(row.id))?.row.address)
      if (found) return found
      throw new PequodError('NOT_FOUND', `No one trader has the name ${quoted(text)}: give the address.`)
    }),
  )
}

/**
 * A trader of a snapshot by address.
 * @throws PequodError NOT_FOUND if the ledger holds no event of it up to then
 */
export async function traderOf(address: string, asOf: Day | null, context: RequestContext) {
  const [trader] = await findTraders([address], context, asOf)
  if (trader) return trader
  const { cutoff } = await context.snapshot(asOf)
  const day = dayText(dayOf(cutoff.time))
  const ledger = asOf === null ? `the ledger, which ends on ${day},` : `the ledger up to the close of ${day}`
  throw new PequodError(
    'NOT_FOUND',
    `No trader has the address ${address}: ${ledger} holds no event of it. Search by name or by the start of the address.`,
  )
}

builder.objectFields(TraderType, (t) => ({
  skill: t.field({
    type: AnalyticsSkillType,
    complexity: PROFILE,
    nullable: true,
    description:
      "The trader's tests of skill against luck over the whole record, which `traders` has for everybody too. Null in a snapshot without analytics.",
    resolve: (profile, _args, context) => skillOf(profile, context),
  }),
  summary: t.string({
    complexity: PROFILE,
    description:
      'One or two sentences: the profit over all time and the return, then whether the record can be told from luck, by the verdict and the edge with its interval in whole percents.',
    resolve: async (profile, _args, context) => {
      const { pnl, roi, fills, markets } = profile.numbers
      return traderSentences({ pnl, roi, fills, markets, skill: await skillOf(profile, context) })
    },
  }),
}))

/** A trader's tests of skill; null in a snapshot without analytics. */
export async function skillOf(
  { row, snapshot }: TraderProfile,
  { loaders }: RequestContext,
): Promise<Skill | null> {
  const { facts } = loaders(snapshot)
  const [records, { qValues }] = await Promise.all([
    facts.analytics(snapshot, [row.id]),
    facts.shared(snapshot),
  ])
  const record = records.get(row.id)
  return record === undefined ? null : testedSkill(record.skill, qValues.get(row.id) ?? null)
}

/**
 * Records of traders over all time by the caller's snapshot, each as the trader's own page shows it; without traders who are unknown there,
 * and none before there is a snapshot.
 */
export async function readRecords(
  addresses: readonly Address[],
  context: RequestContext,
): Promise<Map<Address, NoticedRecord>> {
  const snapshot = await context.snapshot().catch(unlessThere)
  if (snapshot === null) return new Map()
  const { addresses: named, profiles } = context.loaders(snapshot)
  const records = await Promise.all(
    addresses.map(async (address): Promise<[Address, NoticedRecord][]> => {
      const row = await named.load(address)
      const profile = row && (await profiles.load(row.id))
      if (profile === null) return []
      const { pnl, wins, losses, winRate } = profile.numbers
      const skill = await skillOf(profile, context)
      const isTested = skill !== null && skill.units >= MINIMUM_STAKED_UNITS
      const parts = {
        ...(winRate !== null && { wins, losses, winRate }),
        ...(isTested && { verdict: skill.verdict }),
      }
      return [[address, { profit: pnl / MICRO, ...parts }]]
    }),
  )
  return new Map(records.flat())
}

function unlessThere(error: unknown): null {
  if (error instanceof PequodError && error.code === 'SERVICE_UNAVAILABLE') return null
  throw error
}

/** The numbers that a trader's sentences quote, of all time. */
interface TraderRecord {
  pnl: MicroUsd
  roi: number | null
  fills: number
  markets: number
  /** Null where it is not computed. */
  skill: Skill | null
}

/** The sentences about a trader: profit and return, then skill or luck as far as the test can tell. */
export function traderSentences({ pnl, roi, fills, markets, skill }: TraderRecord): string {
  const over = `over ${plural(fills, 'trade')} in ${plural(markets, 'market')}`
  const result = pnl === 0 ? 'Even' : `${pnl > 0 ? 'Up' : 'Down'} ${moneyText(Math.abs(pnl) / MICRO)}`
  const back = roi === null ? '' : `, a return of ${percentText(roi, { digits: 1 })}`
  return [`${result} ${over}${back}.`, ...skillSentence(skill)].join(' ')
}

function skillSentence(skill: Skill | null): string[] {
  if (skill === null || skill.units === 0) return []
  const { units, edge, edgeInterval, verdict } = skill
  if (units < MINIMUM_STAKED_UNITS)
    return [`${plural(units, 'decided bet')} of the ${MINIMUM_STAKED_UNITS} that a test of skill needs.`]
  if (verdict === 'CANNOT_TELL' || edge === null || edgeInterval === null)
    return [`The record can't be told from luck over ${plural(units, 'decided bet')}.`]
  const [low, high] = edgeInterval
  const than = verdict === 'SKILLED' ? 'better' : 'worse'
  return [
    `The record is ${than} than luck: an edge of ${percentText(edge)}, 95% interval ${percentRange({ low, high })}, over ${plural(units, 'decided bet')}.`,
  ]
}
