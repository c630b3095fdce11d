import { z } from 'zod'
import { nextCursorOf } from '../answers/headers.ts'
import { PequodError } from '../errors.ts'
import type { RestParameter, RestRoute } from '../rest/route.ts'
import { isPlainText } from '../text.ts'

/** The variables of a page's operation, and the conversion of its answer. */
export interface AskedPage {
  variables: Record<string, unknown>
  /** The page of a body: a part of its list, and the cursor of the next part. */
  cut(body: object): object
}

/** The paging of a tool's list: a tenth of REST's rows at a time, and the rest by a cursor. */
export interface ToolPages {
  /** The list's key in the body. */
  key: string
  /** The tool's parameters by variable: the path's, with a `limit` and `cursor` of its own. */
  parameters: Readonly<Record<string, RestParameter>>
  /** Returns the page that arguments request. @throws PequodError BAD_USER_INPUT for an invalid cursor */
  ask(given: Readonly<Record<string, unknown>>): AskedPage
}

/** Lists beside other fields, newest rows last. */
const SERIES: Readonly<Record<string, string>> = { getTrader: 'pnlSeries' }
/** The default number of rows of REST. */
const USUAL_ROWS = 20
/** The smallest page, unless the limit is lower. */
const FEWEST = 3
/** Rows of a page at most where the path takes no limit. */
const MOST = 100
/** Characters of a cursor at most: one of REST, and a place. */
const LONGEST = 3_000

/** The start of a page: a number of rows into the answer to one of REST's cursors. */
type Place = readonly [offset: number, cursor: string | null]

const PLACE = z.tuple([z.int().min(0).max(100_000), z.string().max(2_000).refine(isPlainText).nullable()])

/**
 * The pages of a route's tool; null where its answers hold no list of rows.
 * @param isList whether a key of the body holds a list
 */
export function toolPages(route: RestRoute, isList: (key: string) => boolean): ToolPages | null {
  const { rows = [], name } = route
  const key = SERIES[name] ?? (rows.length === 1 ? rows[0] : undefined)
  if (key === undefined || !isList(key)) return null
  const [limitAt, given] = placeOf(route, 'limit')
  const [cursorAt, upstream] = placeOf(route, 'cursor')
  const keywords = given?.type.jsonSchema ?? {}
  const usual = Number(keywords.default ?? (given === undefined ? MOST : USUAL_ROWS))
  const most = Number(keywords.maximum ?? MOST)
  const few = Math.max(FEWEST, Math.ceil(usual / 10))
  /**
   * Requests more than REST's default; without a cursor one row more, which shows that there is a next page.
   */
  const asked = (limit: number, offset: number) => {
    const rows = upstream === undefined ? offset + limit + 1 : limit
    return given === undefined || rows <= usual ? {} : { [limitAt]: Math.min(rows, most) }
  }
  return {
    key,
    parameters: {
      ...route.parameters,
      [limitAt]: limitParameter(few, most),
      [cursorAt]: CURSOR,
    },
    ask({ [limitAt]: wanted = few, [cursorAt]: cursor, ...others }) {
      const limit = Number(wanted)
      const [offset, from] = typeof cursor === 'string' ? placeIn(cursor) : [0, null]
      return {
        variables: { ...others, ...asked(limit, offset), ...(from !== null && { [cursorAt]: from }) },
        cut(body) {
          const rows = rowsOf(body, key)
          const next = nextPlace([offset + limit, from], rows.length, nextCursorOf(body))
          const part =
            SERIES[name] === undefined
              ? rows.slice(offset, offset + limit)
              : rows.slice(Math.max(0, rows.length - offset - limit), Math.max(0, rows.length - offset))
          const page = { ...body, [key]: part, nextCursor: next && cursorOf(next) }
          // Rows after REST's page are withheld, which the tool reports on its own last page.
          return next !== null && 'truncated' in body ? { ...page, ...WHOLE } : page
        },
      }
    },
  }
}

/**
 * Returns the variable and the parameter of a path by name; the name alone if the path has no such parameter.
 */
function placeOf({ parameters }: RestRoute, name: string): [variable: string, parameter?: RestParameter] {
  return Object.entries(parameters).find(([, parameter]) => parameter.name === name) ?? [name]
}

function limitParameter(few: number, most: number): RestParameter {
  return {
    name: 'limit',
    in: 'query',
    required: false,
    example: String(few),
    // As the server's instructions say: the list of tools is read with each question.
    description: '',
    type: {
      accepts: `a whole number from 1 to ${most}`,
      schema: z
        .string()
        .regex(/^\d{1,6}$/)
        .transform((text): unknown => Number(text))
        .pipe(z.number().min(1).max(most)),
      jsonSchema: { type: 'integer', minimum: 1, maximum: most, default: few },
    },
  }
}

const WHOLE = { truncated: false, truncatedReason: null }

const CURSOR: RestParameter = {
  name: 'cursor',
  in: 'query',
  required: false,
  example: '',
  description: '',
  type: {
    accepts: `a text of 1 to ${LONGEST} characters`,
    schema: z.string().min(1).max(LONGEST),
    jsonSchema: { type: 'string' },
  },
}

function nextPlace([end, from]: Place, rows: number, upstream: string | null): Place | null {
  if (rows > end) return [end, from]
  return upstream === null ? null : [0, upstream]
}

function cursorOf(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

function placeIn(cursor: string): Place {
  try {
    const place = PLACE.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    // Another spelling of the same place was not encoded here.
    if (cursorOf(place) === cursor) return place
  } catch {
    // The error below has our words.
  }
  const message = 'cursor must be the nextCursor of a previous result.'
  throw new PequodError('BAD_USER_INPUT', message, {
    problems: [{ in: 'argument', name: 'cursor', message }],
  })
}

function rowsOf(body: object, key: string): unknown[] {
  const rows: unknown = Reflect.get(body, key)
  return Array.isArray(rows) ? rows : []
}
