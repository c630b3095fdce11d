import { isKeyLabel, KEY_LABEL_RULE } from '../../accounts/api-key.ts'
import { wrongArgument } from '../../errors.ts'
import type { QuestionTop } from '../../follows/follow.ts'
import type { MarketCategory } from '../../ledger/market-category.ts'
import { addressOf, type Day } from '../../ledger/quantities.ts'
import { MAX_ROWS, type Period } from '../../metrics/leaderboards.ts'
import { screenColumn } from '../../metrics/screen-columns.ts'
import {
  type GivenScreen,
  LONGEST_QUESTION,
  MOST_SCREENS,
  type SavedScreen,
  unknownScreen,
} from '../../screens/screens.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { accountOf, ensureOwnAccount, ownAccountId } from '../accounts/own-account.ts'
import { ViewerType } from '../accounts/viewer.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { PAGE_ROWS, SLICE, sliced } from '../kit/cost/query-cost.ts'
import { AS_OF_ARGUMENT } from '../kit/cutoff.ts'
import { GIVEN_SCREEN, LIST_LIMITS } from '../kit/limits/known-limits.ts'
import { readOrder } from '../kit/question.ts'
import { canonicalWhere, type GivenOrder } from '../kit/question-path.ts'
import { BOARD_TOP } from '../kit/where-inputs.ts'
import { readWhere } from './read-where.ts'
import { type GivenQuestion, screenPath } from './screen-path.ts'
import { listedTraders, QUESTION, SCREEN_PAGE, screenTraders } from './screen-query.ts'
import { TraderConnectionType } from './trader-connection.ts'
import { type GivenWhere, SCREEN_LIMITS } from './trader-where.ts'

/** A question as it is saved: everything that it leaves to a default is written out, so that it stays the same question. */
interface SavedQuestion {
  where: GivenWhere | null
  orderBy: readonly GivenOrder[]
  period: Period
  category: MarketCategory | null
  /** Questions without one do not say it. */
  tag?: string
}

const FREE = { requires: 'FREE', otherwise: 'ERROR' } as const
const DEFAULT_TOP = 100
const SCREEN_NAME = { minLength: 1, maxLength: 100 } as const
const OWN_SCREEN = "The caller's screen: {limits}."

function questionOf({ question }: Pick<SavedScreen, 'question'>, asOf: Day | null = null): GivenQuestion {
  const saved: SavedQuestion = JSON.parse(question)
  return { tag: null, ...saved, window: null, asOf, compareTo: null }
}

export const SavedScreenType = builder.objectRef<SavedScreen>('SavedScreen').implement({
  description: 'A question about traders that an account saved under a name.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'The id, argument of `screen`, `saveScreen`, `renameScreen` and `deleteScreen`.',
    }),
    name: t.text('name', 'The name that its owner gave it.'),
    path: t.text((screen) => screenPath(questionOf(screen)), 'The saved question as a link to the REST API.'),
    public: t.flag(
      'isPublic',
      'Whether everybody who knows the id may read it; a private one exists for its owner alone.',
    ),
    top: t.exposeInt('top', {
      limits: { minimum: 1, maximum: MAX_ROWS },
      description: 'The number of members at most, {limits}.',
    }),
    createdAt: t.when('createdAt', 'When it was first saved.'),
    members: t.field({
      type: TraderConnectionType,
      complexity: sliced(
        {
          assumedSize: LIST_LIMITS.searchRows,
          slicingArguments: ['first'],
          sizedFields: PAGE_ROWS,
          // The price cannot depend on the question, which is in the store.
          own: SLICE,
        },
        () => SCREEN_LIMITS.among,
      ),
      countsCall: () => true,
      description: 'The first `top` traders of the question, as `traders` returns them.',
      args: {
        asOf: t.arg(AS_OF_ARGUMENT),
        first: t.arg.int(SCREEN_PAGE.first),
        after: t.arg.string(SCREEN_PAGE.after),
      },
      resolve: (screen, { asOf, first, after }, context) =>
        screenTraders(
          questionOf(screen, asOf ?? null),
          { first: first ?? LIST_LIMITS.searchRows, after: after ?? null, top: screen.top },
          context,
        ),
    }),
  }),
})

const SaveScreenInput = builder.inputType('SaveScreenInput', {
  description: 'A screen to save.',
  fields: (t) => ({
    id: t.id({
      limits: GIVEN_SCREEN,
      description: 'The screen of the caller that it replaces: {limits}. Default: a new one.',
    }),
    name: t.string({
      required: true,
      limits: SCREEN_NAME,
      description: 'The name, {limits}.',
    }),
    public: t.boolean({
      defaultValue: false,
      description: 'True: everybody who knows the id may read it. Default: false.',
    }),
    top: t.int({
      defaultValue: DEFAULT_TOP,
      limits: { minimum: 1, maximum: MAX_ROWS },
      description: `The number of members at most, from {limits}. Default: ${DEFAULT_TOP}.`,
    }),
    where: t.field(QUESTION.where),
    orderBy: t.field(QUESTION.orderBy),
    period: t.field(QUESTION.period),
    category: t.field(QUESTION.category),
    tag: t.string(QUESTION.tag),
  }),
})

const RenameScreenInput = builder.inputType('RenameScreenInput', {
  description: 'Another name of a screen.',
  fields: (t) => ({
    id: t.id({ required: true, limits: GIVEN_SCREEN, description: OWN_SCREEN }),
    name: t.string({ required: true, limits: SCREEN_NAME, description: 'The new name, {limits}.' }),
  }),
})

const DeleteScreenInput = builder.inputType('DeleteScreenInput', {
  description: 'A screen to delete.',
  fields: (t) => ({
    id: t.id({ required: true, limits: GIVEN_SCREEN, description: OWN_SCREEN }),
  }),
})

const SaveScreenPayload = builder.objectRef<{ screen: SavedScreen }>('SaveScreenPayload').implement({
  description: 'The result of `saveScreen` and `renameScreen`.',
  fields: (t) => ({
    screen: t.of(SavedScreenType, 'screen', 'The screen as stored.'),
  }),
})

const DeleteScreenPayload = builder.objectRef<{ id: string }>('DeleteScreenPayload').implement({
  description: 'The result of `deleteScreen`.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'The id of the deleted screen.' }) }),
})

builder.queryField('screen', (t) =>
  t.field({
    type: SavedScreenType,
    nullable: true,
    description: "One of the caller's saved screens, or a public one.",
    throws: { NOT_FOUND: 'for a private screen of another account, and if there is none' },
    args: { id: t.arg.id({ required: true, limits: GIVEN_SCREEN, description: 'The id of the screen.' }) },
    resolve: (_root, { id }, context) => readableScreen(id, context),
  }),
)

builder.objectField(ViewerType, 'screens', (t) =>
  t.field({
    type: [SavedScreenType],
    nullable: true,
    tier: { requires: 'FREE', otherwise: 'NULL' },
    complexity: { field: 1, multiplier: MOST_SCREENS },
    description: "The account's saved screens, the oldest first.",
    resolve: async (_viewer, _args, context) => {
      const account = await accountOf(context)
      return account === null ? [] : context.screens.list(account.id)
    },
  }),
)

builder.mutationFields((t) => ({
  saveScreen: t.field({
    type: SaveScreenPayload,
    tier: FREE,
    description: 'Saves a question about traders under a name, or replaces a saved one.',
    throws: {
      NOT_FOUND: "if the id is of no screen of the caller's account",
      FORBIDDEN: `above ${MOST_SCREENS} screens`,
    },
    args: {
      input: t.arg({ type: SaveScreenInput, required: true, description: 'The name and the question.' }),
    },
    resolve: async (_root, { input }, context) => {
      const { id, name, top } = input
      checkedName(name)
      const question = JSON.stringify(await savedQuestion(input, context))
      if (question.length > LONGEST_QUESTION)
        throw wrongArgument('where', `must not be longer than ${LONGEST_QUESTION} characters as JSON`)
      const given: GivenScreen = { name, isPublic: input.public ?? false, top: top ?? DEFAULT_TOP, question }
      const { screens } = context
      const { id: accountId } = await ensureOwnAccount(context)
      const screen = id ? await screens.replace(accountId, id, given) : await screens.add(accountId, given)
      if (screen === null) throw unknownScreen()
      return { screen }
    },
  }),
  renameScreen: t.field({
    type: SaveScreenPayload,
    tier: FREE,
    description: "Gives one of the caller's saved screens another name; its question stays.",
    throws: { NOT_FOUND: 'if the caller has no such screen' },
    args: {
      input: t.arg({ type: RenameScreenInput, required: true, description: 'The screen and its name.' }),
    },
    resolve: async (_root, { input: { id, name } }, context) => {
      const accountId = await ownAccountId(context)
      const screen =
        accountId === null ? null : await context.screens.rename(accountId, id, checkedName(name))
      if (screen === null) throw unknownScreen()
      return { screen }
    },
  }),
  deleteScreen: t.field({
    type: DeleteScreenPayload,
    tier: FREE,
    description: "Deletes one of the caller's saved screens.",
    throws: { NOT_FOUND: 'if the caller has no such screen' },
    args: { input: t.arg({ type: DeleteScreenInput, required: true, description: 'The screen.' }) },
    resolve: async (_root, { input: { id } }, context) => {
      const accountId = await ownAccountId(context)
      if (accountId === null || !(await context.screens.remove(accountId, id))) throw unknownScreen()
      return { id }
    },
  }),
}))

/** @throws PequodError BAD_USER_INPUT for a name with characters that none may have */
function checkedName(name: string): string {
  if (!isKeyLabel(name)) throw wrongArgument('name', `must have ${KEY_LABEL_RULE}`)
  return name
}

/**
 * Reads the question of an input as `traders` would now, and writes out what would not mean the same later: names, which traders can
 * change, and defaults.
 * @throws PequodError as `traders` does
 */
async function savedQuestion(
  { where, orderBy, period, category, tag }: typeof SaveScreenInput.$inferInput,
  context: RequestContext,
): Promise<SavedQuestion> {
  const given = canonicalWhere(where ?? null)
  await readWhere(given, await context.snapshot(), context)
  // A list without an order stays in its own.
  const usual = given?.among ? [] : [{ by: 'volume' } as const]
  const order: readonly GivenOrder[] = orderBy?.length ? orderBy : usual
  readOrder(order, { columnNamed: screenColumn, hasOther: false, context })
  return {
    where: given && canonicalWhere(await writtenOut(given, context)),
    orderBy: order.map(orderWrittenOut),
    period: period ?? 'ALL',
    category: (category as MarketCategory | null | undefined) ?? null,
    ...(typeof tag === 'string' && { tag }),
  }
}

async function writtenOut(where: GivenWhere, context: RequestContext): Promise<GivenWhere> {
  const { among, board, all, any, not } = where
  const each = (some: readonly GivenWhere[]) => Promise.all(some.map((one) => writtenOut(one, context)))
  return {
    ...where,
    ...(among && { among: await addressesOf(among, context) }),
    ...(board && { board: { id: board.id, top: board.top ?? BOARD_TOP } }),
    ...(all && { all: await each(all) }),
    ...(any && { any: await each(any) }),
    ...(not && { not: await writtenOut(not, context) }),
  }
}

/** Addresses in place of names; a name that no trader of the caller's snapshot has stays. */
async function addressesOf(among: readonly string[], context: RequestContext): Promise<string[]> {
  const { reader, loaders } = context
  const named = await reader.tradersByName(among.filter((text) => addressOf(text) === null))
  const { profiles } = loaders(await context.snapshot())
  const address = async (text: string) => {
    const row = named.get(text)
    return row === undefined ? undefined : (await profiles.load(row.id))?.row.address
  }
  return Promise.all(among.map(async (text) => (await address(text)) ?? addressOf(text) ?? text))
}

function orderWrittenOut({ by, direction, weight }: GivenOrder): GivenOrder {
  const usual = screenColumn(by).direction === 'LOWER_IS_BETTER' ? 'ASC' : 'DESC'
  return { by, direction: direction ?? usual, ...(typeof weight === 'number' && { weight }) }
}

/** A screen that the caller may read. @throws PequodError NOT_FOUND for any other */
async function readableScreen(id: string, context: RequestContext): Promise<SavedScreen> {
  const account = await accountOf(context)
  const screen = await context.screens.find(account?.id ?? null, id)
  if (screen === null) throw unknownScreen()
  return screen
}

/** The first traders of a screen's question by the newest snapshot, as followers of the screen are notified of them. */
export async function readTop(question: string, most: number, context: RequestContext): Promise<QuestionTop> {
  const { id: snapshot } = await context.snapshot()
  const asked = questionOf({ question })
  const { traders } = await listedTraders(asked, most, context)
  return { snapshot, path: screenPath(asked), traders }
}

/**
 * Reads the question of a screen that the caller may read, whenever it is called: the first traders by the caller's newest snapshot.
 * @throws PequodError NOT_FOUND for any other screen, now or later
 */
export async function screenTop(id: string, first: number, context: RequestContext): Promise<QuestionTop> {
  const { question, top } = await readableScreen(id, context)
  return readTop(question, Math.min(first, top), context)
}

const namedScreens = () => new Set<string>()

/**
 * The ids of a screen's members by a snapshot, as many of the first as the caller's tier lists.
 * @throws PequodError NOT_FOUND for a screen that the caller may not read, BAD_USER_INPUT for a second screen of one request
 */
export async function membersOf(
  id: string,
  { asOf }: Pick<Snapshot, 'asOf'>,
  context: RequestContext,
): Promise<readonly number[]> {
  if (context.own(namedScreens).add(id).size > 1)
    throw wrongArgument('where.screen', 'must be the same wherever a request names one')
  const screen = await readableScreen(id, context)
  return (await listedTraders(questionOf(screen, asOf), screen.top, context)).traders
}
