import { requireBearer } from '../../access/identity/require-bearer.ts'
import { PequodError } from '../../errors.ts'
import { LEAST_SUPPLY, SHARE_PARTS } from '../../follows/markets/known-share.ts'
import { HOLDER_SHARE, JUMP, LEVEL } from '../../follows/markets/market-rules.ts'
import { LEAST_OF_SIDE } from '../../follows/markets/market-stances.ts'
import {
  FOLLOW_LIMITS,
  type FollowedMarket,
  type MarketFollow,
  marketFollowInput,
} from '../../follows/watchlists.ts'
import { MAX_OUTCOMES, TEXT_BOUNDS } from '../../ledger/bounds.ts'
import { MICRO } from '../../ledger/quantities.ts'
import { marketNamedBy } from '../../store/markets/market-facts.ts'
import { ensureOwnAccount, ownAccountId } from '../accounts/own-account.ts'
import { argumentError, givenFields } from '../kit/argument-error.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { MarketType } from '../markets/market.ts'
import { loadMarket } from '../markets/market-page.ts'
import { followFields, followTier, quietHoursInput } from './follow-fields.ts'

const FREE = { requires: 'FREE', otherwise: 'ERROR' } as const
/** Of an outcome with fewer nobody is told who holds it. */
const LEAST_SHARES = (LEAST_SUPPLY / MICRO).toLocaleString('en')
const NAMED = { minLength: 1, maxLength: TEXT_BOUNDS.slug }

/** A market that the caller follows. */
export const MarketFollowType = builder.objectRef<MarketFollow>('MarketFollow').implement({
  description:
    'A market that the caller follows. Its resolution always sends a notification; the rules add others.',
  fields: (t) => ({
    condition: t.expose('condition', { type: 'Hash', description: "The market's condition id." }),
    market: t.field({
      type: MarketType,
      nullable: true,
      description: 'The market. Null until a snapshot includes it.',
      resolve: ({ condition }, _args, context) => loadMarket(condition, context),
    }),
    outcome: t.exposeInt('outcome', {
      limits: { minimum: 0, maximum: MAX_OUTCOMES - 1 },
      description: 'Index of the outcome that the rules watch, {limits}.',
    }),
    above: t.float({
      nullable: true,
      limits: LEVEL,
      description:
        'Level in USD per share, {limits}: notifies when the price reaches it from below. Null: never.',
      resolve: ({ above }) => above && above / MICRO,
    }),
    below: t.float({
      nullable: true,
      limits: LEVEL,
      description:
        'Level in USD per share, {limits}: notifies when the price reaches it from above. Null: never.',
      resolve: ({ below }) => below && below / MICRO,
    }),
    jump: t.float({
      nullable: true,
      limits: JUMP,
      description:
        'Price change in USD per share, {limits}: notifies when the price differs by at least this from any price within the past hour. Null: never.',
      resolve: ({ jump }) => jump && jump / MICRO,
    }),
    holderShare: t.float({
      nullable: true,
      limits: HOLDER_SHARE,
      description: `Fraction of the outcome's shares, {limits}: notifies when a wallet reaches it, in an outcome of ${LEAST_SHARES} shares or more. Null: never.`,
      resolve: ({ holderShare }) => holderShare && holderShare / SHARE_PARTS,
    }),
    stance: t.exposeBoolean('stance', {
      description: 'Whether smart money (the cohort TOP_PNL) changing sides sends a notification. Needs Pro.',
    }),
    ...followFields(t),
  }),
})

const FollowMarketInput = builder.inputType('FollowMarketInput', {
  description: 'A market to follow. Its resolution always sends a notification; the rules add others.',
  fields: (t) => ({
    market: t.string({
      required: true,
      limits: NAMED,
      description: "The market's condition id or slug, {limits}.",
    }),
    outcome: t.int({
      limits: { minimum: 0, maximum: MAX_OUTCOMES - 1 },
      description: 'Index of the outcome to watch, from {limits}. Default: 0.',
    }),
    above: t.float({
      limits: LEVEL,
      description:
        'Level in USD per share, from {limits}: notifies when the price reaches it from below. Default: never.',
    }),
    below: t.float({
      limits: LEVEL,
      description:
        'Level in USD per share, from {limits}: notifies when the price reaches it from above. Default: never.',
    }),
    jump: t.float({
      limits: JUMP,
      description:
        'Price change in USD per share, from {limits}: notifies when the price differs by at least this from any price within the past hour. Default: never.',
    }),
    holderShare: t.float({
      limits: HOLDER_SHARE,
      description: `Fraction of the outcome's shares, from {limits}, in thousandths: notifies when a wallet reaches it, in an outcome of ${LEAST_SHARES} shares or more. Default: never.`,
    }),
    stance: t.boolean({
      description: `Whether to notify when smart money (the cohort TOP_PNL) changes sides: in a snapshot, ${LEAST_OF_SIDE / 10}% of its value or more is on the other side. Needs Pro. Default: false.`,
    }),
    ...quietHoursInput(t),
  }),
})

const UnfollowMarketInput = builder.inputType('UnfollowMarketInput', {
  description: 'A market to stop following.',
  fields: (t) => ({
    market: t.string({
      required: true,
      limits: NAMED,
      description: "The market's condition id or slug, {limits}.",
    }),
  }),
})

const FollowMarketPayload = builder.objectRef<{ market: MarketFollow }>('FollowMarketPayload').implement({
  description: 'The result of `followMarket`.',
  fields: (t) => ({
    market: t.expose('market', { type: MarketFollowType, description: 'The follow as stored.' }),
  }),
})

const UnfollowMarketPayload = builder
  .objectRef<{ condition: MarketFollow['condition']; wasFollowed: boolean }>('UnfollowMarketPayload')
  .implement({
    description: 'The result of `unfollowMarket`.',
    fields: (t) => ({
      condition: t.expose('condition', { type: 'Hash', description: "The market's condition id." }),
      wasFollowed: t.exposeBoolean('wasFollowed', {
        description: 'Whether the caller followed it. False changes nothing.',
      }),
    }),
  })

builder.mutationFields((t) => ({
  followMarket: t.field({
    type: FollowMarketPayload,
    tier: FREE,
    description: `Follows a market, or replaces the rules of one that is followed. Error NOT_FOUND for an unknown one, FORBIDDEN above ${FOLLOW_LIMITS.FREE.markets} markets, with Pro ${FOLLOW_LIMITS.PRO.markets}, and for \`stance\` without Pro.`,
    args: {
      input: t.arg({ type: FollowMarketInput, required: true, description: 'The market and the rules.' }),
    },
    resolve: async (_root, { input }, context) => {
      const { tier } = requireBearer(context.caller)
      const { market: named, ...rules } = input
      const parsed = marketFollowInput.safeParse(givenFields(rules))
      if (!parsed.success) throw argumentError(parsed.error)
      const market = await marketNamed(named, context)
      await checkOutcome(market, parsed.data.outcome, context)
      const { id } = await ensureOwnAccount(context)
      const account = { id, tier: followTier(tier) }
      return { market: await context.notifications.watchlists.followMarket(account, market, parsed.data) }
    },
  }),
  unfollowMarket: t.field({
    type: UnfollowMarketPayload,
    tier: FREE,
    description: 'Stops following a market. Notifications already queued are still sent.',
    args: {
      input: t.arg({ type: UnfollowMarketInput, required: true, description: 'The market.' }),
    },
    resolve: async (_root, { input }, context) => {
      const id = await ownAccountId(context)
      const market = await marketNamed(input.market, context)
      const { watchlists } = context.notifications
      const wasFollowed = id !== null && (await watchlists.unfollowMarket(id, market))
      return { condition: market.condition, wasFollowed }
    },
  }),
}))

/** @throws PequodError BAD_USER_INPUT where the outcomes are known, and the market has none of that number */
async function checkOutcome(
  { id }: FollowedMarket,
  outcome: number,
  { reader }: Pick<RequestContext, 'reader'>,
): Promise<void> {
  const known = await reader.marketStore.outcomes([id])
  if (known.length === 0 || known.some((one) => one.outcome === outcome)) return
  const message = `must be an index of the market's ${known.length} outcomes`
  throw new PequodError('BAD_USER_INPUT', `The argument outcome ${message}.`, {
    problems: [{ in: 'argument', name: 'outcome', message }],
  })
}

/** @throws PequodError NOT_FOUND for a market that the ledger does not know */
async function marketNamed(
  text: string,
  { reader }: Pick<RequestContext, 'reader'>,
): Promise<FollowedMarket> {
  const { by, name } = marketNamedBy(text)
  // Several markets may have had a slug: the newest has it now.
  const [market] = await reader.marketStore.markets(by, [name])
  if (market !== undefined) return market
  throw new PequodError(
    'NOT_FOUND',
    `No market has the condition id or slug ${text}: copy one from a response.`,
  )
}
