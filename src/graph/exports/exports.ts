import { PequodError, wrongArgument } from '../../errors.ts'
import { type AccountExport, type AskedExport, MOST_KEPT } from '../../exports/exports.ts'
import { checkColumns, EXPORT_BOUNDS, type FindRows } from '../../exports/write-export.ts'
import { countText } from '../../formats.ts'
import { type Day, dayOf, dayText } from '../../ledger/quantities.ts'
import type { ExportFilter } from '../../store/export/exported-table.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { accountOf, ensureOwnAccount } from '../accounts/own-account.ts'
import { ViewerType } from '../accounts/viewer.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { MarketCategoryEnum, PeriodEnum } from '../kit/enums.ts'
import { givenFields } from '../kit/errors.ts'
import { canonicalWhere } from '../kit/question-path.ts'
import { type PositionWhere, PositionWhereInput, readPositionWhere } from '../positions/position-where.ts'
import { findPositions } from '../positions/positions-query.ts'
import { type GivenQuestion, screenPath } from '../screen/screen-path.ts'
import { QUESTION, readQuestion } from '../screen/screen-query.ts'
import { TraderWhereInput } from '../screen/trader-where.ts'
import { PositionStatusEnum } from '../traders/positions/position.ts'
import { fillsOfTrades } from '../trades/tape.ts'
import { matchesMarket, tapeFilter } from '../trades/tape-filter.ts'
import { readTradeWhere, type TradeWhere, TradeWhereInput } from '../trades/trade-where.ts'
import { ExportFormatEnum, ExportTableEnum, ExportType, GIVEN_EXPORT } from './export-type.ts'

const PRO = { requires: 'PRO', otherwise: 'ERROR' } as const
/** Keys of Pro accounts may use these mutations, unlike all others: see `execute/executor.ts`. */
const FOR_KEYS = { extensions: { allowsKeys: true } }
const UNKNOWN = { NOT_FOUND: "if the caller's account has no such export, or it has expired" } as const
const GIB = 2 ** 30
const MOST_COLUMNS = 100
const ORDERS = 'up to 5 orders. Default: by volume.'
/** The options of an argument that names an export. */
const ONE = { required: true, limits: GIVEN_EXPORT, description: 'The id of the export: {limits}.' } as const

const StartExportInput = builder.inputType('StartExportInput', {
  description:
    'An export to start. Trades require at least one of `market`, `event`, `trader`, `board`, `screen` and `from` in `where`; positions one of the first three, or `positions`.',
  fields: (t) => ({
    table: t.field({ type: ExportTableEnum, required: true, description: 'The table to export.' }),
    format: t.field({
      type: ExportFormatEnum,
      defaultValue: 'ndjson',
      description: 'The format of the file. Default: NDJSON.',
    }),
    columns: t.stringList({
      limits: { maxItems: MOST_COLUMNS, items: { minLength: 1, maxLength: 50 } },
      description: 'Columns of the file, in this order. Default: [all of them](/docs/files#exports).',
    }),
    where: t.field({
      type: TradeWhereInput,
      description: 'The rows; positions are narrowed by `market`, `event` and `trader` alone.',
    }),
    positions: t.field({
      type: PositionWhereInput,
      description: 'Positions: conditions in place of `where`, as `positions` takes them.',
    }),
    traders: t.field({ type: TraderWhereInput, description: 'Traders: conditions. Default: everybody.' }),
    orderBy: t.field({ ...QUESTION.orderBy, description: `Traders: ${ORDERS}` }),
    period: t.field({
      type: PeriodEnum,
      description: 'Traders: the period of the numbers. Default: all time.',
    }),
    category: t.field({
      type: MarketCategoryEnum,
      description: 'Traders: the category of the numbers. Trades: the only one, beside `where`.',
    }),
    tag: t.string({ ...QUESTION.tag, description: 'A tag in place of the category, {limits}.' }),
    asOf: t.field({
      type: 'Date',
      description: 'Positions and traders: a UTC day, at whose close they are read. Default: the cutoff.',
    }),
    status: t.field({ type: PositionStatusEnum, description: 'Positions: only those of this status.' }),
  }),
})

type StartExport = typeof StartExportInput.$inferInput

const CancelExportInput = builder.inputType('CancelExportInput', {
  description: 'An export to cancel.',
  fields: (t) => ({ id: t.id(ONE) }),
})

function payload(name: string, mutation: string) {
  return builder.objectRef<{ export: AccountExport }>(name).implement({
    description: `The result of \`${mutation}\`.`,
    fields: (t) => ({
      export: t.of(ExportType, 'export', 'The export as stored.'),
    }),
  })
}

const StartExportPayload = payload('StartExportPayload', 'startExport')
const CancelExportPayload = payload('CancelExportPayload', 'cancelExport')

builder.queryField('export', (t) =>
  t.field({
    type: ExportType,
    nullable: true,
    tier: PRO,
    description: "One of the caller's exports.",
    throws: UNKNOWN,
    args: {
      id: t.arg.id(ONE),
    },
    resolve: async (_root, { id }, context) => {
      const account = await accountOf(context)
      const found = account && (await context.exports.find(account.id, String(id)))
      return found ?? unknownExport()
    },
  }),
)

builder.objectField(ViewerType, 'exports', (t) =>
  t.field({
    type: [ExportType],
    nullable: true,
    tier: { requires: 'PRO', otherwise: 'NULL' },
    complexity: { field: 1, multiplier: MOST_KEPT },
    description: "The account's exports, the newest first.",
    resolve: async (_viewer, _args, context) => {
      const account = await accountOf(context)
      return account === null ? [] : context.exports.list(account.id)
    },
  }),
)

builder.mutationFields((t) => ({
  startExport: t.field({
    type: StartExportPayload,
    tier: PRO,
    ...FOR_KEYS,
    description: `Starts an export: a file of up to ${countText(EXPORT_BOUNDS.rows)} rows and ${EXPORT_BOUNDS.bytes / GIB} GiB, one at a time per account. The same request again, while it waits or runs, returns the same export. An API key may start one.`,
    throws: {
      NOT_FOUND: 'for an unknown market, event or trader',
      RATE_LIMITED: 'while another export of the account waits or runs',
      FORBIDDEN: `above ${MOST_KEPT} kept files`,
    },
    args: {
      input: t.arg({ type: StartExportInput, required: true, description: 'The rows and the format.' }),
    },
    resolve: async (_root, { input }, context) => {
      const asked = await askedExport(input, context)
      const account =
        context.caller.kind === 'key' ? await accountOf(context) : await ensureOwnAccount(context)
      if (account === null) throw new Error('a key has no account')
      return { export: await context.exports.start(account.id, asked) }
    },
  }),
  cancelExport: t.field({
    type: CancelExportPayload,
    tier: PRO,
    ...FOR_KEYS,
    description: 'Cancels an export, or removes its file if it is DONE. An API key may do so.',
    throws: UNKNOWN,
    args: { input: t.arg({ type: CancelExportInput, required: true, description: 'The export.' }) },
    resolve: async (_root, { input }, context) => {
      const account = await accountOf(context)
      const found = account && (await context.exports.cancel(account.id, String(input.id)))
      return { export: found ?? unknownExport() }
    },
  }),
}))

/** An export of trades requires one of these fields. */
const NARROWING = ['market', 'event', 'trader', 'board', 'screen', 'from'] as const
/** The store reads rows by these fields itself; the service reads a filter with any other. */
const OF_ROWS: ReadonlySet<string> = new Set([
  'market',
  'event',
  'trader',
  'from',
  'to',
  'minUsd',
  'maxUsd',
  'side',
])

const OF_POSITIONS: ReadonlySet<string> = new Set(['market', 'event', 'trader'])

/**
 * Reads the export that an input asks for.
 * @throws PequodError BAD_USER_INPUT for an input of the other table, for one that narrows nothing, and for a day outside the ledger
 */
async function askedExport(input: StartExport, context: RequestContext): Promise<AskedExport> {
  const { table, format, where, asOf, status } = input
  const columns = input.columns ?? undefined
  checkColumns(table, columns)
  if (asOf != null && table !== 'trades') await requireDay(asOf, context)
  const chosen = { table, format: format ?? 'ndjson', ...(columns && { columns }) } as const
  for (const [name, { of, value }] of Object.entries(onlyFor(input)))
    if (value != null && of !== table) throw wrongArgument(name, `is for an export of ${of}`)
  const day = asOf == null ? {} : { asOf }
  if (table === 'traders') {
    if (where != null) throw wrongArgument('where', 'is for other tables: use traders')
    if (status != null) throw wrongArgument('status', 'narrows positions, not traders')
    return { ...chosen, question: day, where: await askedTraders(input, context) }
  }
  if (table === 'positions' && input.positions) {
    if (where != null || status != null)
      throw wrongArgument('positions', 'takes the place of where and of status')
    // A filter that is too wide is refused immediately.
    await findPositions(readPositionWhere(input.positions), await context.snapshot(asOf ?? null), context)
    const given = input.positions
    return { ...chosen, question: day, where: { given, words: `by ${JSON.stringify(given)}` } }
  }
  if (table === 'trades') {
    if (asOf != null) throw wrongArgument('asOf', 'narrows positions, not trades')
    if (status != null) throw wrongArgument('status', 'narrows positions, not trades')
  } else {
    const wrong = Object.entries(where ?? {}).find(
      ([name, value]) => value != null && !OF_POSITIONS.has(name),
    )
    if (wrong !== undefined) throw wrongArgument(`where.${wrong[0]}`, 'narrows trades, not positions')
  }
  const { category, tag } = input
  const given = givenFields({
    ...where,
    ...(table === 'trades' && category != null && { category: [category] }),
    ...(table === 'trades' && tag != null && { tag: [tag] }),
  }) as TradeWhere
  const { from, to, minUsd, maxUsd, side, markets, events, traders } = readTradeWhere(given, 'EXPORT')
  if (!NARROWING.some((name) => given[name] !== undefined))
    throw wrongArgument('where.market', 'or event, trader, board, screen or from is required')
  if (from !== undefined && to !== undefined && from >= to)
    throw wrongArgument('where.to', 'must be after from')
  if (Object.keys(given).some((name) => !OF_ROWS.has(name))) {
    // A filter that is too wide, or whose members cannot be read, is refused immediately.
    await tradesWhere(given, await context.snapshot(), context)
    return { ...chosen, question: {}, where: { given, words: `by ${JSON.stringify(given)}` } }
  }
  return {
    ...chosen,
    question: {
      ...(markets && { markets }),
      ...(events && { events }),
      ...(traders && { traders }),
      ...(from !== undefined && { since: from }),
      ...(to !== undefined && { before: to }),
      ...(minUsd !== undefined && { minUsd }),
      ...(maxUsd !== undefined && { maxUsd }),
      ...(side !== undefined && { side }),
      ...(asOf != null && { asOf }),
      ...(status != null && { status }),
    },
  }
}

/** The fields of an input that one table alone has. */
function onlyFor({ table, positions, traders, orderBy, period, category, tag }: StartExport) {
  const of = 'traders'
  return {
    positions: { of: 'positions', value: positions },
    traders: { of, value: traders },
    orderBy: { of, value: orderBy },
    period: { of, value: period },
    ...(table !== 'trades' && { category: { of, value: category }, tag: { of, value: tag } }),
  } as const
}

/** The question of an export of traders, as it is stored. @throws PequodError as the list of traders does */
async function askedTraders(
  { traders, orderBy, period, category, tag, asOf }: StartExport,
  context: RequestContext,
): Promise<NonNullable<AskedExport['where']>> {
  const question: GivenQuestion = {
    where: canonicalWhere(traders ?? null),
    orderBy: orderBy ?? [],
    period: period ?? 'ALL',
    window: null,
    category: category ?? null,
    tag: tag ?? null,
    asOf: asOf ?? null,
    compareTo: null,
  }
  await readQuestion(question, context)
  return { given: question, words: `of ${screenPath(question)}` }
}

/** Reads the conditions of an export that is to be written, as of the newest snapshot or its day. */
export const findRows =
  (contextOf: (caller: { accountId: number }) => RequestContext): FindRows =>
  async ({ table, where, question, accountId }) => {
    const context = contextOf({ accountId })
    if (table === 'traders') {
      const { asked, snapshot, scope } = await readQuestion(where?.given as GivenQuestion, context)
      return { kind: 'TRADERS', snapshot, scope, question: asked }
    }
    const snapshot = await context.snapshot(question.asOf ?? null)
    if (table === 'trades')
      return {
        kind: 'TRADES',
        snapshot,
        filter: await tradesWhere(where?.given as TradeWhere, snapshot, context, true),
      }
    const found = await findPositions(readPositionWhere(where?.given as PositionWhere), snapshot, context)
    return {
      kind: 'POSITIONS',
      snapshot,
      traders: found.map(({ trader }) => trader),
      tokens: found.map(({ token }) => token),
    }
  }

/**
 * A filter of an export's trades by ids: its markets as their tokens, and signs and changes, which whole trades have, as the keys of
 * their fills.
 * @param isRead false: the keys are not read, which takes long
 * @throws PequodError as the list of trades does
 */
async function tradesWhere(
  given: TradeWhere,
  snapshot: Snapshot,
  context: RequestContext,
  isRead = false,
): Promise<ExportFilter> {
  const { minUsd, maxUsd, minPrice, maxPrice, role, ...read } = readTradeWhere(given, 'EXPORT')
  const filter = await tapeFilter(read, snapshot, context)
  const { tokens, traders, membersOn, market, side, since, before, changes, signs, without } = filter
  const isOfWholes = changes !== null || signs.length + without.length > 0
  const keys = isOfWholes && isRead ? await fillsOfTrades({ ...filter, role: null }, snapshot, context) : null
  const ofMarkets = Object.values(market).some((one) => one !== null)
    ? await context.reader.trades.tokensWhere((one) => matchesMarket(market, one))
    : null
  const among = ofMarkets?.filter((token) => tokens?.has(token) ?? true) ?? (tokens && ascending(tokens))
  return {
    ...(minPrice !== undefined && { minPrice }),
    ...(maxPrice !== undefined && { maxPrice }),
    ...(keys && { keys: ascending(keys) }),
    ...(among && { tokens: among }),
    ...(traders && { traders: ascending(traders) }),
    ...(membersOn && { membersOn }),
    ...(since !== null && { since }),
    ...(before !== null && { before }),
    ...(side !== null && { side }),
    ...(role !== undefined && { role: role === 'TAKER' ? 1 : 0 }),
    ...(minUsd !== undefined && { minUsd }),
    ...(maxUsd !== undefined && { usdBefore: maxUsd + 1 }),
  }
}

function ascending(ids: Iterable<number>): number[] {
  return [...ids].sort((a, b) => a - b)
}

async function requireDay(day: Day, context: RequestContext): Promise<void> {
  const { firstDay, cutoff } = await context.snapshot()
  const last = dayOf(cutoff.time)
  if (day >= firstDay && day <= last) return
  throw wrongArgument('asOf', `must be a day from ${dayText(firstDay)} to ${dayText(last)}`)
}

function unknownExport(): never {
  throw new PequodError(
    'NOT_FOUND',
    'Your account has no such export, or it has expired: `viewer { exports { id } }` lists yours.',
  )
}
