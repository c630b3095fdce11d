import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { Caller } from '../access/tier.ts'
import { PequodError } from '../errors.ts'
import { schema } from '../graph/schema.ts'
import { ofAccountCheck, operationArguments } from '../rest/parameters/parameter-text.ts'
import { choice, parameterType, choices as several } from '../rest/parameters/parameter-type.ts'
import type { ReadParameter } from '../rest/parameters/read-parameters.ts'
import type { Card } from './cards/card.ts'
import type { Block } from './kit/block.ts'
import type { Html } from './kit/html.ts'
import type { Shown } from './kit/shown.ts'
import type { Tables } from './kit/tables.ts'

export interface PageContent {
  /** The heading of the browser's tab. */
  title: string
  /** One or two sentences for search engines and cards. */
  description: string
  main: Html
  /** The page's entry in the navigation. */
  section?: Section
  /** Modules beside those that every page has, by name. */
  modules?: readonly string[]
  /** The same view for programs; null if there is none. */
  shown?: Shown | null
  /** Its tables that are files at `table.csv`. @default none */
  tables?: Tables
  /** The feed of the page's news. @default none */
  feed?: 'alerts' | 'highlights' | 'log'
  /** The card of a page that has one; a view that others cannot see has none. */
  card?: Card | null
  /** True: a text of one column. @default false */
  isText?: boolean
  /** Days that a page with days proposes beside the usual ones. @default none */
  days?: readonly ProposedDay[]
}

/** A day that a page proposes beside the usual ones: `Before the Feb 26 move`. */
export interface ProposedDay {
  words: string
  day: string
}

export type Section =
  | 'today'
  | 'leaderboards'
  | 'traders'
  | 'markets'
  | 'tape'
  | 'smart-money'
  | 'lab'
  | 'account'

/** Asks an operation for the page's caller. Rejects with the operation's first failure. */
export type Ask = <Result, Variables>(
  operation: TypedDocumentNode<Result, Variables>,
  variables: Variables,
) => Promise<Result>

/** The context in which a page is rendered. */
export interface View<Variables> {
  ask: Ask
  /** Shows a part of the page by an answer of its own, which may fail alone. */
  block: Block
  caller: Caller
  /** True: people sign in on pages. */
  hasSignIn: boolean
  /** The variables that the URL sets; others are omitted. */
  variables: Partial<Variables>
  /** The URL's parameters, as sent. */
  given: Given
}

export type Given = Readonly<Record<string, string>>

/** A page of the explorer: its path, its operation, and its template. */
export interface Page {
  path: string
  /** Unique among pages and paths. */
  name: string
  parameters: Readonly<Record<string, ReadParameter>>
  /** True: it is its caller's own, so that no answer is kept; SIGNED_IN: only of a caller who signed in. @default false */
  isOwn?: boolean | 'SIGNED_IN'
  /** True: it shows Pro callers what changes between snapshots, so that no answer to them is kept. @default false */
  isLive?: boolean
  /** True: there is a picture of it at `card.svg` and `card.png` below its path. @default false */
  hasCard?: boolean
  /** True: its tables are files at `table.csv` below its path. @default false */
  hasTables?: boolean
  /** True: its operation counts its calls itself. @default false */
  isCounted?: boolean
  /** Returns the address that a view's own address stands for; null if it is that one. @default null */
  movedTo?(view: Pick<View<Record<string, unknown>>, 'ask' | 'variables' | 'given'>): Promise<string | null>
  render(view: View<Record<string, unknown>>): Promise<PageContent>
}

/** The parameters of an operation in the page's URL. */
type Places<Variables> = { readonly [Name in keyof Variables]?: 'path' | 'query' }

/**
 * Defines a page of an operation. A parameter has the name and the accepted values of the variable that it
 * sets; `choices` are the page's own words, the first of each list being the default, and of `lists` any number.
 * @throws Error for a variable that no parameter can set
 */
export function definePage<Result, Variables extends Record<string, unknown>>(
  operation: TypedDocumentNode<Result, Variables>,
  page: Omit<Page, 'parameters' | 'render' | 'movedTo'> & {
    parameters: Places<Variables> & Readonly<Record<string, 'path' | 'query' | undefined>>
    /** Other operations of the page, whose variables the address may set too. */
    also?: readonly TypedDocumentNode<unknown, never>[]
    choices?: Readonly<Record<string, readonly string[]>>
    lists?: Readonly<Record<string, readonly string[]>>
    movedTo?(view: Pick<View<Variables>, 'ask' | 'variables' | 'given'>): Promise<string | null>
    render(view: View<Variables>): Promise<PageContent>
  },
): Page {
  const { parameters: places, also = [], choices = {}, lists = {}, render, movedTo, ...rest } = page
  const given = new Map([operation, ...also].flatMap((one) => [...operationArguments(schema, one)]))
  const parameters = Object.entries(places).map(([name, place]): [string, ReadParameter] => {
    const argument = given.get(name)
    if (argument === undefined) throw new Error(`${page.path}: nothing is given $${name}.`)
    const type = parameterType(argument)
    const own = { isOfAccount: ofAccountCheck(argument) }
    return [name, { name, in: place === 'path' ? 'path' : 'query', required: place === 'path', type, ...own }]
  })
  const types = [
    ...Object.entries(choices).map(([name, words]) => [name, choice(words)] as const),
    ...Object.entries(lists).map(([name, words]) => [name, several(words)] as const),
  ]
  const own = types.map(([name, type]): [string, ReadParameter] => [
    name,
    { name, in: 'query', required: false, type },
  ])
  // The variables were read by the types of the operation's own arguments.
  return {
    ...rest,
    parameters: Object.fromEntries([...parameters, ...own]),
    render: render as Page['render'],
    ...(movedTo && { movedTo: movedTo as NonNullable<Page['movedTo']> }),
  }
}

/**
 * Returns an operation's answer; null before there is data, as before the first refresh or the first week of
 * smart money. Rejects with any other failure.
 */
export async function orNotYet<Result>(answer: Promise<Result>): Promise<Result | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof PequodError && error.code === 'SERVICE_UNAVAILABLE') return null
    throw error
  }
}
