import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { pageText, ROOT } from './support/pages.ts'

const SOURCES = fileURLToPath(new URL('src/', ROOT))
const ROOMS = readdirSync(SOURCES).filter((name) => statSync(resolve(SOURCES, name)).isDirectory())

/** A row of CONTRIBUTING's table: a room, its folders, and the rooms whose values or types it imports. */
interface Room {
  folders: string[]
  values: string[]
  types: string[]
}

/** The table of rooms, in its order. */
const TABLE = new Map(
  [...pageText('CONTRIBUTING.md').matchAll(/^\| `src\/([\w-]+)` \|(.*?)\|.*\| (.*) \|$/gm)].map(
    ([, room = '', folders = '', cell = '']): [string, Room] => [room, roomOf(folders, cell)],
  ),
)

function roomOf(folders: string, cell: string): Room {
  const parts = cell.split(', ')
  const namesIn = (some: readonly string[]) => some.flatMap(namedIn).filter((name) => ROOMS.includes(name))
  return {
    folders: namedIn(folders),
    values: cell === 'everything' ? ROOMS : namesIn(parts.filter((part) => !part.startsWith('types of'))),
    types: namesIn(parts.filter((part) => part.startsWith('types of'))),
  }
}

function namedIn(text: string): string[] {
  return [...text.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name)
}

const FILES = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
)

/** An import of one file of `src` from another. */
interface Arrow {
  from: string
  to: string
  isType: boolean
}

/** Imports of types are `import type`, or lists in which every name is a type. */
const IMPORTS = /^(?:import|export) (type )?([^'";]*?)\bfrom '(\.[^']+)'/gm
const DYNAMIC = /(?<!\{@link )(typeof )?\bimport\('(\.[^']+)'/g

const ARROWS = FILES.flatMap((from): Arrow[] => {
  const path = resolve(SOURCES, from)
  const text = readFileSync(path, 'utf8')
  const toOf = (target: string) => relative(SOURCES, resolve(path, '..', target))
  return [
    ...[...text.matchAll(IMPORTS)].map(([, type, names = '', target = '']) => ({
      from,
      to: toOf(target),
      isType: type !== undefined || areTypes(names),
    })),
    ...[...text.matchAll(DYNAMIC)].map(([, type, target = '']) => ({
      from,
      to: toOf(target),
      isType: type !== undefined,
    })),
  ].filter(({ to }) => !to.startsWith('..'))
})

function areTypes(names: string): boolean {
  const list = /^\{([\s\S]*)\}\s*$/.exec(names)?.[1]?.split(',') ?? ['']
  return list
    .map((name) => name.trim())
    .every((name, i) => name.startsWith('type ') || (name === '' && i > 0))
}

const roomIn = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : '')

it('the table of rooms shows every room and its folders', () => {
  expect([...TABLE.keys()].sort()).toEqual(ROOMS.sort())
  for (const [room, { folders }] of TABLE) {
    const inside = readdirSync(resolve(SOURCES, room), { withFileTypes: true })
    const found = inside.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    expect(folders, room).toEqual(found.sort())
  }
})

it.each(ROOMS.filter((room) => room !== 'cli'))('%s imports what the table of rooms says', (room) => {
  const own = ARROWS.filter(
    ({ from, to }) => roomIn(from) === room && roomIn(to) !== room && roomIn(to) !== '',
  )
  const values = new Set(own.filter(({ isType }) => !isType).map(({ to }) => roomIn(to)))
  const all = new Set(own.map(({ to }) => roomIn(to)))
  expect(TABLE.get(room)?.values.toSorted(), 'values').toEqual([...values].sort())
  expect(TABLE.get(room)?.types.toSorted(), 'types').toEqual([...all].filter((to) => !values.has(to)).sort())
})

/** The next issue takes it apart. */
const UPWARD = ['numbers imports smart-money']

it('rooms import rooms above them in the table', () => {
  const order = [...TABLE.keys()]
  const upward = order.flatMap((room, place) => {
    const { values, types } = TABLE.get(room) ?? { values: [], types: [] }
    const below = [...values, ...types].filter((to) => order.indexOf(to) > place)
    return below.map((to) => `${room} imports ${to}`)
  })
  expect(upward).toEqual(UPWARD)
})

/** Folders beside each other that import each other. A pair that is gone leaves the list, and none is added. */
const ROUND = [
  'numbers/boards numbers/days',
  'numbers/boards numbers/publish',
  'store/ingest store/markets',
  'store/ledger store/snapshot',
  'store/markets store/snapshot',
]

it('no folders beside each other import each other, types included', () => {
  const between = new Set(ARROWS.flatMap(({ from, to }) => foldersBeside(from, to)?.join(' ') ?? []))
  const round = [...between].filter((pair) => {
    const [one = '', other = ''] = pair.split(' ')
    return one < other && between.has(`${other} ${one}`)
  })
  expect(round.sort()).toEqual(ROUND)
})

/** The folders in which two files' paths part; null where one of the files lies above the other. */
function foldersBeside(from: string, to: string): [string, string] | null {
  const [own, other] = [from, to].map((file) => file.split('/').slice(0, -1))
  const depth = own?.findIndex((name, i) => name !== other?.[i]) ?? -1
  if (own === undefined || other === undefined || depth < 0 || depth >= other.length) return null
  return [own.slice(0, depth + 1).join('/'), other.slice(0, depth + 1).join('/')]
}

/** Returns the files of `src` that a file of it imports, except itself. */
function importsOf(file: string): string[] {
  return ARROWS.filter(({ from }) => from === file).map(({ to }) => to)
}

it('what the ledger is kept in is known in its own room alone', () => {
  const inside = /^store\/ledger\/(reads|sealed)\//
  expect(FILES.filter((file) => inside.test(file)).length).toBeGreaterThan(10)
  const others = FILES.filter((file) => !file.startsWith('store/ledger/'))
  expect(others.filter((file) => importsOf(file).some((target) => inside.test(target)))).toEqual([])
  const names = /\bposition_days\b|\bPOSITION_DAYS\b/
  expect(others.filter((file) => names.test(readFileSync(resolve(SOURCES, file), 'utf8')))).toEqual([])
})

it('the engines import nothing of the store', () => {
  const engines = FILES.filter((file) => file.startsWith('store/engine/'))
  expect(engines.length).toBeGreaterThan(10)
  const upward = engines.filter((file) =>
    importsOf(file).some((target) => target.includes('/') && !target.startsWith('store/engine/')),
  )
  expect(upward).toEqual([])
})

it('the ledger imports nothing that writes it', () => {
  const ledger = FILES.filter((file) => file.startsWith('store/ledger/'))
  const writers = /^store\/(ingest|load|export|verify|markets|trades)\//
  expect(ledger.filter((file) => importsOf(file).some((target) => writers.test(target)))).toEqual([])
})

it('no folder of src holds more than 30 files', () => {
  const counts = new Map<string, number>()
  for (const file of FILES) {
    const folder = file.split('/').slice(0, -1).join('/')
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  expect([...counts].filter(([, count]) => count > 30)).toEqual([])
})

it('a file of src under 15 lines has several importers in its room, or no importer', () => {
  const importers = new Map<string, string[]>()
  for (const { from, to } of ARROWS) importers.set(to, [...(importers.get(to) ?? []), from])
  const small = FILES.filter((file) => {
    const [importer, ...others] = importers.get(file) ?? []
    if (importer === undefined || others.length > 0) return false
    const isOfItsRoom = importer.split('/')[0] === file.split('/')[0]
    const lines = readFileSync(resolve(SOURCES, file), 'utf8').split('\n').length - 1
    return isOfItsRoom && lines < 15 && !file.startsWith('client/')
  })
  expect(small).toEqual([])
})

it('no file imports itself by way of others, types included', () => {
  const imports = new Map(FILES.map((file) => [file, importsOf(file)]))
  const isRound = (file: string) => {
    const seen = new Set<string>()
    const waiting = [...(imports.get(file) ?? [])]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      waiting.push(...(imports.get(next) ?? []))
    }
    return seen.has(file)
  }
  expect(FILES.filter(isRound)).toEqual([])
})

it('comments cite existing files', () => {
  const cited = FILES.flatMap((file) =>
    [...readFileSync(resolve(SOURCES, file), 'utf8').matchAll(/^\s*(?:\/?\*|\/\/).*$/gm)]
      .flatMap(([line]) => [...line.matchAll(/[\w-][\w/-]*\.ts\b/g)].map(([name]) => name))
      .map((name) => ({ file, name })),
  )
  expect(cited.length).toBeGreaterThan(5)
  const isThere = (name: string) =>
    existsSync(new URL(name, ROOT)) || FILES.some((file) => `/${file}`.endsWith(`/${name}`))
  expect(cited.filter(({ name }) => !isThere(name))).toEqual([])
})

it('every file that CONTRIBUTING names is there', () => {
  const named = [...pageText('CONTRIBUTING.md').matchAll(/`([\w./-]+\.ts)`/g)].map(([, name = '']) => name)
  const root = fileURLToPath(ROOT)
  const there = ['src', 'bench', 'bin', 'test'].flatMap((folder) =>
    globSync(`${folder}/**/*.ts`, { cwd: root, exclude: (name) => name.includes('node_modules') }),
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !there.some((path) => `/${path}`.endsWith(`/${name}`)))).toEqual([])
})
