import { centsText, moneyText, roundMove } from '../../formats.ts'
import { dayOf, MICRO } from '../../ledger/quantities.ts'
import {
  type BuyGroup,
  type BuyMove,
  type BuyStudy,
  COMPARED,
  HOURS,
  LARGE_BUY,
  LEAST_BUYERS,
  LEAST_BUYS,
  STUDIED_DAYS,
} from '../../smart-money/large-buys.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import { CUTOFF } from '../kit/cutoff.ts'
import { IntervalType } from '../kit/interval.ts'

const LARGE = `${moneyText(LARGE_BUY / MICRO)} or more`

const BuyMoveType = builder.objectRef<BuyMove>('BuyMove').implement({
  description: "How a bought outcome's price moved.",
  fields: (t) => ({
    hours: t.exposeInt('hours', { description: 'Hours after the buy.' }),
    change: t.number(
      'change',
      'The mean change of the mark since the second of the buy, in USD a share, from -1 to 1, before costs.',
    ),
    interval: t.of(IntervalType, 'interval', 'Of the mean, with events as the units that are drawn.'),
  }),
})

const BuyGroupType = builder.objectRef<BuyGroup>('BuyGroup').implement({
  description: 'The large buys of a group of traders.',
  fields: (t) => ({
    traders: t.count('traders', 'Traders who bought, {limits}.'),
    buys: t.count('buys', 'Their buys, {limits}.'),
    events: t.count('events', 'Events that these were in, {limits}.'),
    moves: t.of([BuyMoveType], 'moves', {
      nullable: true,
      rows: HOURS.length,
      description: `By hours, ascending. Null under ${LEAST_BUYERS} traders or ${LEAST_BUYS} buys.`,
    }),
  }),
})

const LargeBuyStudyType = builder.objectRef<BuyStudy & Pick<Snapshot, 'cutoff'>>('LargeBuyStudy').implement({
  description: `How prices moved after buys of ${LARGE}, for skilled traders and for everyone else. Opted-out traders are in neither group.`,
  fields: (t) => ({
    cutoff: t.expose('cutoff', CUTOFF),
    day: t.of('Date', 'day', 'The UTC day of the last price.'),
    since: t.of('Date', 'since', 'The UTC day of the first buys that count.'),
    skilled: t.of(BuyGroupType, 'skilled', {
      description: "Traders whose verdict was SKILLED at the close of the Sunday before the buy's ISO week.",
    }),
    others: t.of(BuyGroupType, 'others', 'All other traders.'),
    difference: t.of(IntervalType, 'difference', {
      nullable: true,
      description: `The change after ${COMPARED} hours of the skilled less that of the others, in USD a share. An interval that contains 0 is no evidence of a difference. Null unless both groups have moves.`,
    }),
    summary: t.text(sentencesOf, {
      description: `One or two sentences: the change ${COMPARED} hours after the buys of each group, where its interval does not contain 0, and whether it matters who bought.`,
    }),
  }),
})

builder.queryField('largeBuys', (t) =>
  t.field({
    type: LargeBuyStudyType,
    nullable: true,
    description: `How prices moved in the ${HOURS.at(-1)} hours after buys of ${LARGE} in the last ${STUDIED_DAYS} days, for traders who were known to be skilled and for everyone else. Null before a day is studied.`,
    resolve: async (_root, _args, context) => {
      const { cutoff } = await context.snapshot()
      const study = await context.smartMoney.buyStudy(dayOf(cutoff.time + 1) - 1)
      return study && { ...study, cutoff }
    },
  }),
)

/** The sentences about a study. A group's change is named only if its interval does not contain 0. */
export function sentencesOf({ skilled, others, difference }: BuyStudy): string {
  const [one, other] = [changeOf(skilled), changeOf(others)]
  const matters = difference !== null && (difference[0] > 0 || difference[1] < 0)
  const end = matters ? 'It matters who bought.' : 'Whether it matters who bought, the data can’t tell.'
  return `${COMPARED} hours after a skilled trader’s buy of ${LARGE}, ${one}; after anyone else’s, ${other}. ${end}`
}

function changeOf({ moves }: BuyGroup): string {
  const move = moves?.find(({ hours }) => hours === COMPARED)
  if (move === undefined) return 'there are too few to tell'
  const [low, high] = move.interval
  if (low <= 0 && high >= 0) return 'the data can’t tell a change of price from none'
  return `the price was ${centsText(Math.abs(roundMove(move.change)))} ${move.change > 0 ? 'higher' : 'lower'} on average`
}
