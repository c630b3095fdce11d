import {
  deleteScreen,
  getScreen,
  type ListScreenMembersParameters,
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
import type { PrintOptions } from '../options.ts'
import { askService, printAnswer, type ReadOptions } from '../read/ask-service.ts'
import { printTraders } from '../read/read-traders.ts'
import { minute, printTable } from '../screen/text-table.ts'

/** `pequod screens list`: the account's screens. Throws a CommandError if the service refuses. */
export async function readScreens(context: CommandContext, options: ReadOptions): Promise<void> {
  await printAnswer(
    context,
    options,
    async (client) => (await listScreens(client)).items,
    (items, screen) => {
      if (items === null || items.length === 0) return screen.note('No screen is saved.')
      printTable(screen, HEADING, items.map(rowOf))
    },
  )
}

const HEADING = ['ID', 'NAME', 'TOP', 'SEEN BY', 'SAVED (UTC)', 'QUESTION']

function rowOf({ id, name, top, public: isPublic, createdAt, path }: SavedScreen): string[] {
  return [id, name, String(top), isPublic ? 'everyone' : 'its owner', minute(createdAt), path]
}

/** `pequod screens show`: a screen's members. Throws a CommandError if the service refuses. */
export async function showScreen(
  context: CommandContext,
  id: string,
  options: ReadOptions & Omit<ListScreenMembersParameters, 'id'>,
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

/** A question in the words of REST, and the id of the screen that it replaces (default: a new one). */
interface SaveOptions extends ChangeOptions, Omit<SaveScreenParameters, 'name' | 'where'> {
  where?: string
  replace?: string
}

/** A change is the own account's, in the configured store. */
interface ChangeOptions extends PrintOptions {
  account: string
}

/** `pequod screens save`: saves a question, and prints its screen. Throws a CommandError if the service refuses. */
export async function writeScreen(
  context: CommandContext,
  name: string,
  { json, account, where, replace, ...question }: SaveOptions,
): Promise<void> {
  const given = { ...question, name, ...(where && { where: objectOf(where) }) }
  await printAnswer(
    context,
    { json, account },
    (client) => (replace ? replaceScreen(client, { ...given, id: replace }) : saveScreen(client, given)),
    printScreen,
  )
}

function objectOf(where: string): NonNullable<SaveScreenParameters['where']> {
  try {
    return JSON.parse(where)
  } catch {
    throw new UsageError('--where must be JSON, such as {"edgeLow":{"min":0.02}}.')
  }
}

/** `pequod screens rename`: throws a CommandError if the account has no such screen. */
export async function renameOwnScreen(
  context: CommandContext,
  id: string,
  name: string,
  { json, account }: ChangeOptions,
): Promise<void> {
  await printAnswer(context, { json, account }, (client) => renameScreen(client, { id, name }), printScreen)
}

function printScreen(saved: SavedScreen, screen: CommandContext['screen']): void {
  printTable(screen, HEADING, [rowOf(saved)])
}

/** `pequod screens delete`: throws a CommandError if the account has no such screen. */
export async function deleteOwnScreen(
  context: CommandContext,
  id: string,
  { json, account }: ChangeOptions,
): Promise<void> {
  await printAnswer(
    context,
    { json, account },
    (client) => deleteScreen(client, { id }),
    (deleted, screen) => screen.print(`The screen ${deleted.id} is deleted.`),
  )
}
