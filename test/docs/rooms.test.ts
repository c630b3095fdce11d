import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { pageText, ROOT } from './support/pages.ts'

const SOURCES = fileURLToPath(new URL('src/', ROOT))
const ROOMS = readdirSync(SOURCES).filter((name) => statSync(resolve(SOURCES, name)).isDirectory())

/** The map of rooms: what each may read, as CONTRIBUTING says. */
const MAP = new Map(
  [...pageText('CONTRIBUTING.md').matchAll(/^\| `src\/([\w-]+)` \|.*\| (.*) \|$/gm)].map(
    ([, room = '', read = '']) => [room, read],
  ),
)

function mayRead(room: string): Set<string> {
  const read = MAP.get(room) ?? ''
  if (read === 'everything') return new Set(ROOMS)
  const named = [...read.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name)
  const [, whose] = /what `([\w-]+)` may import/.exec(read) ?? []
  return new Set([...named, ...(whose === undefined ? [] : mayRead(whose))])
}

const FILES = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
)

/** Each import of a room from another, as the two rooms and the file. */
function arrowsFrom(room: string): { file: string; to: string }[] {
  return FILES.filter((name) => name.startsWith(`${room}/`))
    .flatMap((name) => {
      const file = resolve(SOURCES, name)
      const targets = [...readFileSync(file, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)]
      return targets.map(([, target = '']) => ({
        file: name,
        to: relative(SOURCES, resolve(file, '..', target)).split('/')[0] ?? '',
      }))
    })
    .filter(({ to }) => to !== room && ROOMS.includes(to))
}

it('the map of rooms shows every room', () => {
  expect([...MAP.keys()].sort()).toEqual(ROOMS.sort())
})

it.each(ROOMS)('%s reads only what the map of rooms allows', (room) => {
  const allowed = mayRead(room)
  expect(arrowsFrom(room).filter(({ to }) => !allowed.has(to))).toEqual([])
})

/** Returns the files of `src` that a file of it imports, except itself. */
function importsOf(file: string): string[] {
  const path = resolve(SOURCES, file)
  const targets = readFileSync(path, 'utf8').matchAll(/\b(?:from|import\() ?'(\.[^']+)'/g)
  return [...targets].map(([, target = '']) => relative(SOURCES, resolve(path, '..', target)))
}

it('what the ledger is kept in is known in its own room alone', () => {
  const inside = /^store\/ledger\/(reads|sealed|past)\//
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
  const writers = /^store\/(ingest|load|export|verify|markets|trades|alerts|smart-money)\//
  expect(ledger.filter((file) => importsOf(file).some((target) => writers.test(target)))).toEqual([])
})

it('no folder of src holds more than 30 files, migrations aside', () => {
  const counts = new Map<string, number>()
  for (const file of FILES) {
    const folder = file.split('/').slice(0, -1).join('/')
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  counts.delete('store/migrations')
  expect([...counts].filter(([, count]) => count > 30)).toEqual([])
})

it('a file of src under 15 lines has several importers in its room, or no importer', () => {
  const importers = new Map<string, string[]>()
  for (const file of FILES) {
    const path = resolve(SOURCES, file)
    for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)) {
      const to = relative(SOURCES, resolve(path, '..', target))
      importers.set(to, [...(importers.get(to) ?? []), file])
    }
  }
  const small = FILES.filter((file) => {
    const [importer, ...others] = importers.get(file) ?? []
    if (importer === undefined || others.length > 0) return false
    const isOfItsRoom = importer.split('/')[0] === file.split('/')[0]
    const lines = readFileSync(resolve(SOURCES, file), 'utf8').split('\n').length - 1
    return isOfItsRoom && lines < 15 && !/^(store\/migrations|client)\//.test(file)
  })
  expect(small).toEqual([])
})

it('no file imports itself by way of others, types included', () => {
  const imports = new Map(
    FILES.map((file) => {
      const path = resolve(SOURCES, file)
      const targets = [...readFileSync(path, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)]
      return [file, targets.map(([, target = '']) => relative(SOURCES, resolve(path, '..', target)))]
    }),
  )
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
