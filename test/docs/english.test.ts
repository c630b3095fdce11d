import { readdirSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { buildSchema, type GraphQLSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createProgram } from '../../src/cli/program.ts'
import { ERROR_CATALOGUE } from '../../src/errors.ts'
import { rememberingScreen } from '../cli/support/call-pequod.ts'
import { habitsIn, remarksIn, type UserText, wordsOfDocument, wordsOfSources } from './support/english.ts'
import { PAGES, pageText, proseOf, ROOT } from './support/pages.ts'

describe('plain English', () => {
  it.each<[string, () => UserText[]]>([
    ['the schema', () => wordsOfSchema(buildSchema(printed('schema/schema.graphql')))],
    ['the OpenAPI document', () => wordsOfDocument(JSON.parse(printed('schema/openapi.json')), '')],
    [
      'the help of every command',
      () => wordsOfHelp(createProgram({ screen: rememberingScreen().screen, env: {} }), ''),
    ],
    ['the error catalogue', () => wordsOfErrors()],
    ['the sentences of errors, pages, messages and tools', () => wordsOfSources(new URL('src/', ROOT))],
    ['the docs', () => PAGES.flatMap(wordsOfPage)],
  ])('is what %s is written in', (_, words) => {
    const texts = words()
    expect(texts.length).toBeGreaterThan(3)
    expect(texts.flatMap(habitsIn)).toEqual([])
  })
})

const foldersIn = (folder: string) =>
  readdirSync(new URL(`${folder}/`, ROOT), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name))
    .map(({ name }) => `${folder}/${name}`)
/** Folders whose comments and titles are checked, beside the files of `src` itself. */
const CHECKED = ['bench', 'bin', 'seeds', ...['src', 'test'].flatMap(foldersIn)].filter(
  (folder) => folder !== 'test/anvil',
)

it.each(['src/*', ...CHECKED])('comments and titles of tests in %s are plain English', (folder) => {
  const files = sourcesOf(folder)
  expect(files.length).toBeGreaterThan(0)
  expect(files.flatMap((path) => remarksIn(path, ROOT)).flatMap(habitsIn)).toEqual([])
})

describe('the check of English', () => {
  it.each([
    'Whoever follows a market gets its news.',
    'The wallets. What of each the caller hears.',
    'Follows a wallet no more.',
    'The caller is told when the price rises.',
    'It gave some of its shares of an outcome away.',
    'Ranks the rest anew.',
    'Sent at once.',
    'An interval of 95 %.',
  ])('finds the habit in “%s”', (text) => {
    expect(habitsIn({ place: 'here', text })).toHaveLength(1)
  })

  it.each([
    'Who holds this market?',
    'Stops following a wallet.',
    'No more than 5 wallets.',
    'At most 95% of it.',
  ])('accepts “%s”', (text) => {
    expect(habitsIn({ place: 'here', text })).toEqual([])
  })
})

/** The paths of a folder's sources; of `src/*` those of its own files alone. */
function sourcesOf(folder: string): string[] {
  const isFlat = folder.endsWith('/*')
  const root = isFlat ? folder.slice(0, -2) : folder
  return readdirSync(new URL(root, ROOT), { recursive: !isFlat, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|js)$/.test(name) && !/\.generated\.|(?:^|\/)node_modules\//.test(name))
    .map((name) => `${root}/${name}`)
}

function printed(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8')
}

function wordsOfSchema(schema: GraphQLSchema): UserText[] {
  const texts: UserText[] = []
  const add = (place: string, text: string | null | undefined) => {
    if (text) texts.push({ place, text: text.replaceAll(/\s+/g, ' ') })
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue
    add(type.name, type.description)
    if ('getValues' in type)
      for (const { name, description } of type.getValues()) add(`${type.name}.${name}`, description)
    if (!('getFields' in type)) continue
    for (const field of Object.values(type.getFields())) {
      add(`${type.name}.${field.name}`, field.description)
      if (!('args' in field)) continue
      for (const { name, description } of field.args) add(`${type.name}.${field.name}(${name})`, description)
    }
  }
  return texts
}

function wordsOfHelp(command: Command, path: string): UserText[] {
  const place = `${path} ${command.name()}`.trim()
  let text = ''
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 10_000 })
  command.outputHelp()
  return [
    ...text.split('\n').map((line) => ({ place, text: line.trim().replace(/^\S.*? {2,}/, '') })),
    ...command.commands.flatMap((one) => wordsOfHelp(one, place)),
  ]
}

function wordsOfErrors(): UserText[] {
  return Object.entries(ERROR_CATALOGUE).flatMap(([place, entry]) =>
    'sentence' in entry ? [{ place, text: entry.sentence }] : [],
  )
}

function wordsOfPage(path: string): UserText[] {
  return proseOf(pageText(path))
    .split(/\n\s*\n|\n(?=[-|])| \| /)
    .map((part) => ({
      place: path,
      text: part
        .replaceAll(/`[^`]*`/g, '`…`')
        .replaceAll(/\s+/g, ' ')
        .replace(/^[-|#* ]+/, ''),
    }))
}
