import { type Caller, meets } from '../../access/tier.ts'
import type { Clock } from '../../clock.ts'
import { type RawParameters, readParameters } from '../../rest/parameters/read-parameters.ts'
import { ShellDocument } from '../operations.generated.ts'
import { type Ask, type Given, orNotYet, type Page, type PageContent } from '../page.ts'
import { pageDay } from './as-of.ts'
import { createBlock } from './block.ts'
import { explorerDocument, type SharedView, type SharePaths } from './layout.ts'
import { address } from './links.ts'

/** A page's reader, with the function that runs its operations. */
export interface PageReader {
  ask: Ask
  caller: Caller
  /** True: people sign in on pages. @default false */
  hasSignIn?: boolean
  /** Called with the failure of a part of the page, returns its reference. @default the page fails */
  onFailed?: (error: unknown) => string
}

export interface PageFrame {
  /** The origin of links that leave the page; null if unknown. */
  publicUrl: string | null
  /** The service's own clock. @default the machine's */
  clock?: Clock | undefined
  /** True: other sites may frame its pages. @default false */
  hasEmbeds?: boolean
}

export interface PageAmong extends PageFrame {
  /** The pages to which links keep the day of a page. */
  pages: readonly Page[]
}

/**
 * Renders a page as its reader may see it; its content comes only from `ask`. Rejects with the operation's
 * failure.
 */
export async function renderPage(
  page: Page,
  given: Given,
  reader: PageReader,
  { publicUrl, clock, pages, hasEmbeds = false }: PageAmong,
): Promise<string> {
  const content = await contentOf(page, given, reader)
  const shell = await orNotYet(reader.ask(ShellDocument, {}))
  const service = shell?.service ?? null
  const hasCard = page.hasCard === true && content.card != null
  return explorerDocument(content, {
    service,
    clock,
    shared: publicUrl === null ? null : sharedAt(page, given, { publicUrl, hasEmbeds, hasCard }),
    share: hasCard ? sharePaths(page, given, { hasEmbeds, now: service?.cutoff.time ?? null }) : null,
    mayExport: meets(reader.caller.tier, 'PRO'),
    day:
      service &&
      pageDay(page, {
        path: pathOf(page, given),
        query: placed(page, given).query as Given,
        now: service.cutoff.time,
        proposed: content.days ?? [],
        pages,
      }),
    signIn: reader.hasSignIn && reader.caller.kind === 'anonymous' ? viewAddress(page, given) : null,
  })
}

/** Returns a page's content. Rejects with the operation's failure. */
export function contentOf(
  page: Page,
  given: Given,
  { ask, caller, hasSignIn = false, onFailed }: PageReader,
): Promise<PageContent> {
  const variables = variablesOf(page, given)
  return page.render({ ask, block: createBlock(onFailed), caller, hasSignIn, variables, given })
}

/** The variables that a view's address sets. Throws a PequodError for a value that does not fit. */
export function variablesOf(page: Page, given: Given): Record<string, unknown> {
  return readParameters(page.parameters, placed(page, given))
}

/** The path of a page's view, without its query. */
export function pathOf(page: Page, given: Given): string {
  return page.path.replaceAll(/:(\w+)/g, (_all, name) => encodeURIComponent(given[name] ?? ''))
}

/** The path and query of a view. */
export function viewAddress(page: Page, given: Given): string {
  return address(pathOf(page, given), placed(page, given).query as Given)
}

/** The card of pages without one of their own: the leading traders. */
export const LEADING_CARD = '/leaderboard/pnl-30d/card.png'

/** A view without its place in a list. */
function viewOf(page: Page, given: Given): Given {
  const { after: _page, ...view } = placed(page, given).query as Given
  return view
}

/** The paths by which a view with a card is shared. @param now the time of its last event; null while there is none */
function sharePaths(
  page: Page,
  given: Given,
  { hasEmbeds, now }: { hasEmbeds: boolean; now: string | null },
): SharePaths {
  const at = pathOf(page, given)
  const { asOf, ...view } = viewOf(page, given)
  const day = asOf ?? now?.slice(0, 10)
  const dated = { ...view, ...(asOf !== undefined && { asOf }) }
  return {
    now: address(at, view),
    day: page.parameters.asOf === undefined || day === undefined ? null : address(at, { ...view, asOf: day }),
    picture: address(`${at}/card.png`, dated),
    embed: hasEmbeds ? address(`/embed${at}`, dated) : null,
  }
}

/** Returns the public links of a view and its card. */
function sharedAt(
  page: Page,
  given: Given,
  { publicUrl, hasEmbeds, hasCard }: { publicUrl: string; hasEmbeds: boolean; hasCard: boolean },
): SharedView {
  const at = pathOf(page, given)
  const view = viewOf(page, given)
  const url = publicUrl + address(at, view)
  return {
    url,
    oembed: hasEmbeds && hasCard ? publicUrl + address('/oembed', { url }) : null,
    card: publicUrl + (hasCard ? address(`${at}/card.png`, view) : LEADING_CARD),
  }
}

/**
 * Returns the parameters of a URL that the page knows. Forms send empty fields, and sites that link here add
 * parameters of their own; both are ignored.
 */
export function givenOf({ parameters }: Page, raw: RawParameters): Given {
  const known = Object.values(parameters).flatMap(({ name, in: place, type }) =>
    [...(type.members?.keys() ?? []), name].map((one) => ({
      name: one,
      place,
      isList: one === name && type.list?.jsonSchema.type === 'array',
    })),
  )
  const entries = known.flatMap(({ name, place, isList }) => {
    const given = [raw[place]?.[name]].flat().filter((value) => typeof value === 'string' && value !== '')
    // A form sends each value of a list by itself.
    const value = isList ? given.join() : given[0]
    return value === undefined || value === '' ? [] : [[name, value]]
  })
  return Object.fromEntries(entries)
}

function placed({ parameters }: Page, given: Given): RawParameters {
  const inPath = Object.entries(given).filter(([name]) => parameters[name]?.in === 'path')
  // Others than the path's are the query's: `givenOf` leaves out unknown ones.
  const inQuery = Object.entries(given).filter(([name]) => parameters[name]?.in !== 'path')
  return { path: Object.fromEntries(inPath), query: Object.fromEntries(inQuery) }
}
