import type { FastifyInstance } from 'fastify'
import { PAGES } from '../../../src/pages/register-pages.ts'
import type { ReadParameter } from '../../../src/rest/parameters/read-parameters.ts'
import { ROUTES } from '../../../src/rest/routes/routes.ts'
import { type Asked, type Given, placed, type Question, variants } from './questions.ts'

/** Paths that are not compared: the operator's, files of the package, and doors with questions of their own. */
const LEFT_OUT = /^\/(?:health\/|metrics$|assets\/|docs\/pictures\/|favicon\.ico$|mcp$|graphql$)/

/** Returns requests of every path that an app answers to GET, with each value of each parameter. */
export function pathQuestions(app: FastifyInstance, given: Given): Question[] {
  const parameters = queryParameters()
  return pathsOf(app)
    .filter((path) => !LEFT_OUT.test(path))
    .flatMap((path) => questionsOf(path, parameters.get(path) ?? [], given))
}

/** The parameters of queries, by path as the server has it. */
function queryParameters(): Map<string, readonly Asked[]> {
  const inQuery = (all: Iterable<ReadParameter>) => [...all].filter((one) => one.in === 'query').map(askedOf)
  const pages = PAGES.flatMap((page): [string, Asked[]][] => {
    const asked = inQuery(Object.values(page.parameters))
    return ['', '/embed'].map((prefix) => [`${prefix}${page.path}`, asked])
  })
  const routes = ROUTES.map((route): [string, Asked[]] => {
    const formats: Asked[] =
      route.rows === undefined ? [] : [{ name: 'format', isRequired: false, values: ['csv'] }]
    return [
      route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      [...inQuery(Object.values(route.parameters)), ...formats],
    ]
  })
  return new Map([...pages, ...routes])
}

function askedOf({ name, required, type }: ReadParameter): Asked {
  const { enum: values, type: kind } = type.jsonSchema
  return {
    name,
    isRequired: required,
    values: Array.isArray(values) ? values.map(String) : kind === 'boolean' ? ['true', 'false'] : undefined,
  }
}

function questionsOf(path: string, query: readonly Asked[], given: Given): Question[] {
  const inPath = [...path.matchAll(/(?<=([\w-]+)\/):(\w+)/g)].map(([, place = '', name = '']) => ({
    place,
    name,
  }))
  const place = inPath.at(-1)?.place ?? path.split('/').at(-1) ?? ''
  const own = path.split('/').at(-1) ?? ''
  // Rows below an object have parameters of their own.
  const places = own.startsWith(':') ? [place] : [own, place]
  const asked = [...inPath.map(({ name }) => ({ name, isRequired: true })), ...query]
  const others = inPath.some(({ name }) => name === 'subject') ? (given['explain.others'] ?? []) : []
  const all = [
    ...variants(path, asked, placed(given, path, places, asked)),
    ...others.map((one): Readonly<Record<string, string>> => JSON.parse(one)),
  ]
  // A picture is drawn from the same text as the SVG beside it.
  return (path.endsWith('.png') ? all.slice(0, 2) : all).map((one) =>
    pathQuestion(
      path,
      inPath.map(({ name }) => name),
      one,
    ),
  )
}

function pathQuestion(
  path: string,
  inPath: readonly string[],
  values: Readonly<Record<string, string>>,
): Question {
  const filled = inPath.reduce(
    (text, name) => text.replace(`:${name}`, encodeURIComponent(values[name] ?? '')),
    path,
  )
  const query = Object.entries(values).filter(([name]) => !inPath.includes(name))
  return ask(path, filled, new URLSearchParams(query), query.length === 0 && path.endsWith('.json') ? 0 : 2)
}

function ask(of: string, path: string, query: URLSearchParams, pages: number): Question {
  const text = query.toString()
  return {
    of: `GET ${of}`,
    method: 'GET',
    path: text === '' ? path : `${path}?${text}`,
    next(body) {
      const cursor = pages === 0 ? null : cursorIn(body)
      if (cursor === null) return null
      const more = new URLSearchParams(query)
      more.set(cursor.name, cursor.value)
      return ask(of, path, more, pages - 1)
    },
  }
}

/** The cursor of the next page, in an answer of REST or in a link of a page. */
function cursorIn(body: string): { name: string; value: string } | null {
  const [, next] = /"nextCursor":"([^"]+)"/.exec(body) ?? []
  if (next !== undefined) return { name: 'cursor', value: next }
  const [, after] = /[?;&]after=([^"&]+)/.exec(body) ?? []
  return after === undefined ? null : { name: 'after', value: decodeURIComponent(after) }
}

/** Every path that an app answers to GET. */
function pathsOf(app: FastifyInstance): string[] {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? []
      if (part === '') return []
      const level = indent.length / 4
      const path = `${level === 0 ? '' : (above[level - 1] ?? '')}${part}`
      above.length = level
      above[level] = path
      return methods.split(', ').includes('GET') ? [path] : []
    })
}
