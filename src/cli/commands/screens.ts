import {
  deleteScreen,
  getScreen,
  listScreenMembers,
  listScreens,
  renameScreen,
  replaceScreen,
  type SavedScreen,
  type SaveScreenParameters,
  saveScreen,
} from '../../client/entry.ts'
import { plural } from '../../formats.ts'
import type { CommandContext } from '../command-context.ts'
import { UsageError } from '../exit-status.ts'
import { askService, type ReadOptions } from '../read/ask-service.ts'
import { printTraders } from '../read/read-traders.ts'
import { minute, printTable } from '../screen/text-table.ts'

/** `pequod screens list`: the account's screens. Throws a CommandError if the service refuses. */
export async function readScreens(context: CommandContext, options: ReadOptions): Promise<void> {
  const { screen } = context
  await askService(context, options, async (client) => {
    const { items } = await listScreens(client)
    if (options.json) return screen.printJson(items)
    if (items === null || items.length === 0) return screen.note('No screen is saved.')
    printTable(screen, HEADING, items.map(rowOf))
  })
}

const HEADING = ['ID', 'NAME', 'TOP', 'SEEN BY', 'SAVED (UTC)', 'QUESTION']

function rowOf({ id, name, top, public: isPublic, createdAt, path }: SavedScreen): string[] {
  return [id, name, String(top), isPublic ? 'everyone' : 'its owner', minute(createdAt), path]
}

export interface MembersOptions extends ReadOptions {
  asOf?: string
  limit: number
  inCommon?: number
}

/** `pequod screens show`: a screen's members. Throws a CommandError if the service refuses. */
export async function showScreen(
  context: CommandContext,
  id: string,
  options: MembersOptions,
): Promise<void> {
  const { json, server: _server, account: _account, ...asked } = options
  await askService(context, options, async (client) => {
    const page = await listScreenMembers(client, { id, ...asked })
    if (json) return context.screen.printJson(page)
    const { name, top } = await getScreen(client, { id })
    context.screen.print(`${name}: the first ${plural(top, 'trader')}`)
    printTraders(page, context.screen)
  })
}

export interface SaveOptions extends ReadOptions {
  account: string
  where?: string
  order?: string
  period?: string
  category?: string
  top?: number
  public?: boolean
  /** The id of the screen that it replaces. @default a new one */
  replace?: string
}

/** `pequod screens save`: saves a question, and prints its screen. Throws a CommandError if the service refuses. */
export async function writeScreen(
  context: CommandContext,
  name: string,
  { json = false, account, where, replace, ...question }: SaveOptions,
): Promise<void> {
  await askService(context, { account }, async (client) => {
    // The service refuses what is not one of its values.
    const given = { ...question, name, ...(where && { where: objectOf(where) }) } as SaveScreenParameters
    const saved = replace
      ? await replaceScreen(client, { ...given, id: replace })
      : await saveScreen(client, given)
    printScreen(context, saved, json)
  })
}

function objectOf(where: string): SaveScreenParameters['where'] {
  try {
    return JSON.parse(where)
  } catch {
    throw new UsageError('--where must be JSON, such as {"edgeLow":{"min":0.02}}.')
  }
}

export interface ChangeOptions extends ReadOptions {
  account: string
}

/** `pequod screens rename`: throws a CommandError if the account has no such screen. */
export async function renameOwnScreen(
  context: CommandContext,
  id: string,
  name: string,
  { json = false, account }: ChangeOptions,
): Promise<void> {
  await askService(context, { account }, async (client) =>
    printScreen(context, await renameScreen(client, { id, name }), json),
  )
}

function printScreen({ screen }: CommandContext, saved: SavedScreen, json: boolean): void {
  if (json) screen.printJson(saved)
  else printTable(screen, HEADING, [rowOf(saved)])
}

/** `pequod screens delete`: throws a CommandError if the account has no such screen. */
export async function deleteOwnScreen(
  context: CommandContext,
  id: string,
  { json, account }: ChangeOptions,
): Promise<void> {
  await askService(context, { account }, async (client) => {
    const deleted = await deleteScreen(client, { id })
    if (json) return context.screen.printJson(deleted)
    context.screen.print(`The screen ${deleted.id} is deleted.`)
  })
}
