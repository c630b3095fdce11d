import { meets, showsPeople, type Tier } from '../../access/tier.ts'
import { wrongArgument } from '../../errors.ts'
import { leaderboardById } from '../../metrics/leaderboards.ts'
import {
  MOST_PLACES,
  STANDING_CURSOR,
  type StandingChange,
  type StandingItem,
  type Top,
} from '../../streams/standing-feed.ts'
import { firstTraders } from '../kit/board-access.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { SLICE, weighted } from '../kit/cost/query-cost.ts'
import { GIVEN_SCREEN } from '../kit/limits/known-limits.ts'
import { argumentRefusal } from '../kit/tier-gate.ts'
import { unknownLeaderboard } from '../leaderboards/find-leaderboard.ts'
import { screenTop } from '../screen/saved-screens.ts'
import { TraderType } from '../traders/trader.ts'
import {
  type AnsweredItem,
  answered,
  checked,
  cursorOfItem,
  STREAM_FAILURES,
  StreamKindEnum,
} from './stream.ts'

type Item = AnsweredItem<StandingChange>

function changeOf(item: Item): StandingChange | null {
  return item.kind === 'EVENT' ? item.event : null
}

const StandingEventType = builder.objectRef<Item>('StandingEvent').implement({
  description: 'A message of the stream of standings.',
  fields: (t) => ({
    cursor: t.text(cursorOfItem, {
      description: 'Names the places sent so far: pass the last one as `after` to go on from them.',
    }),
    kind: t.of(StreamKindEnum, (item) => changeOf(item)?.kind ?? 'POSITION', {
      description:
        'ADDED for a trader who entered the first places, CHANGED for another rank or none, or POSITION.',
    }),
    trader: t.of(
      TraderType,
      async (item, _args, { loaders, snapshot }) => {
        const change = changeOf(item)
        return change && loaders(await snapshot()).profiles.load(change.trader)
      },
      { nullable: true, description: 'The trader. Null for a POSITION.' },
    ),
    rank: t.int({
      nullable: true,
      limits: { minimum: 1, maximum: MOST_PLACES },
      description: 'The new rank, {limits}. Null for a trader who left the first places, and for a POSITION.',
      resolve: (item) => changeOf(item)?.rank ?? null,
    }),
    previousRank: t.int({
      nullable: true,
      limits: { minimum: 1, maximum: MOST_PLACES },
      description: 'The rank before, {limits}. Null for a trader who entered, and for a POSITION.',
      resolve: (item) => changeOf(item)?.previousRank ?? null,
    }),
  }),
})

builder.subscriptionField('standings', (t) =>
  t.field({
    type: StandingEventType,
    throws: {
      ...STREAM_FAILURES,
      NOT_FOUND: 'for an unknown leaderboard, and a screen that the caller may not read',
    },
    complexity: weighted(),
    description:
      'Changes of the first places of a leaderboard or a saved screen, sent with each snapshot that the caller may read: those who left, then the others by rank. POSITION comes as soon as the stream is level, and after 15 seconds without a change. A stream that begins with `after` sends what changed since, so a cut loses nothing. At most 20 open streams per caller and process.',
    args: {
      leaderboard: t.arg.string({
        limits: { minLength: 1, maxLength: 64 },
        description: 'The id of the leaderboard such as `pnl-7d`, {limits}. Default: the screen.',
      }),
      screen: t.arg.id({
        limits: GIVEN_SCREEN,
        weight: SLICE,
        description: 'The id of the screen in place of a leaderboard: {limits}. Default: the leaderboard.',
      }),
      first: t.arg.int({
        defaultValue: 20,
        limits: { minimum: 1, maximum: MOST_PLACES },
        description: 'Number of places, {limits}.',
      }),
      after: t.arg.string({
        limits: STANDING_CURSOR,
        description:
          'The cursor of the last message received. Default: the stream begins with the next change.',
      }),
    },
    async subscribe(_root, { leaderboard, screen, first, after }, context) {
      if (Boolean(leaderboard) === Boolean(screen))
        throw wrongArgument('leaderboard', 'or screen must be given, and not both')
      const places = first ?? 20
      const { read, requires } = leaderboard
        ? boardStandings(leaderboard, places, context)
        : await screenStandings(String(screen), places, context)
      await context.snapshot()
      const stream = context.live.streams.standings(context.caller.tier).subscribe({
        read() {
          context.renew(context.caller)
          return read()
        },
        after: after ?? null,
        caller: context.caller.limiterKey,
      })
      return checked(stream, context, meets(context.caller.tier, 'PRO') ? 'PRO' : requires)
    },
    resolve: (item: StandingItem, _args, context) => answered(item, context),
  }),
)

/** The standings that a stream sends, and the tier that they need. */
interface Standings {
  read(): Promise<Top>
  requires: Tier
}

/** @throws PequodError NOT_FOUND for an unknown leaderboard, and the refusal of one that needs an account */
function boardStandings(board: string, first: number, context: RequestContext): Standings {
  const { tier } = context.caller
  const definition = leaderboardById(board)
  if (definition === undefined) throw unknownLeaderboard(board)
  if (!showsPeople(definition.tab, tier)) throw argumentRefusal('leaderboard', { requires: 'FREE' }, tier)
  const isOpen = showsPeople(definition.tab, 'ANONYMOUS')
  return { read: () => topOf(board, first, context), requires: isOpen ? 'ANONYMOUS' : 'FREE' }
}

/** The first members of a screen as it is by then. @throws PequodError NOT_FOUND for one that the caller may not read */
async function screenStandings(id: string, first: number, context: RequestContext): Promise<Standings> {
  const read = async () => {
    const { snapshot, traders } = await screenTop(id, first, context)
    return { snapshot, standings: traders.map((trader, i) => ({ trader, rank: i + 1 })) }
  }
  await read()
  return { read, requires: 'ANONYMOUS' }
}

/** The first places of a board; the ranks of who opted out meanwhile stay empty. */
async function topOf(board: string, first: number, context: RequestContext): Promise<Top> {
  const snapshot = await context.snapshot()
  const ids = await firstTraders(board, first, snapshot, context)
  const { identities } = context.loaders(snapshot)
  const shown = await Promise.all(ids.map((id) => identities.load(id)))
  const standings = ids.map((trader, i) => ({ trader, rank: i + 1 })).filter((_, i) => shown[i] !== null)
  return { snapshot: snapshot.id, standings }
}
