import { plural } from '../../formats.ts'
import {
  DeleteScreenDocument,
  FollowDocument,
  RenameScreenDocument,
  SaveScreenDocument,
  type ScreensQuery,
} from '../../rest/operations/operations.generated.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { current } from '../kit/layout.ts'
import { address } from '../kit/links.ts'
import { operationForm } from '../kit/operation-form.ts'
import { moment } from '../kit/times.ts'
import type { Given } from '../page.ts'

export type OwnScreen = NonNullable<ScreensQuery['viewer']['screens']>[number]

/** Screens beside each other; the account page has the others. */
const MOST_TABS = 8

/** The address of the page that shows a saved question. */
export function screenAddress({ path }: Pick<OwnScreen, 'path'>): string {
  const { where = '{}', ...others } = Object.fromEntries(new URL(path, 'http://localhost').searchParams)
  return address('/traders', { ...others, ...parametersOf(JSON.parse(where)) })
}

/** Conditions as parameters of the page, each with its own chip; those that have none stay JSON. */
function parametersOf(where: Readonly<Record<string, unknown>>): Given {
  const rest: Record<string, unknown> = {}
  const own: Record<string, string> = {}
  for (const [name, value] of Object.entries(where)) {
    const parts = partsOf(name, value)
    if (parts === null) rest[name] = value
    else for (const [part, text] of parts) own[part] = text
  }
  return Object.keys(rest).length === 0 ? own : { ...own, where: JSON.stringify(rest) }
}

function partsOf(name: string, value: unknown): [string, string][] | null {
  const isList = Array.isArray(value)
  if (isList && value.every((one) => typeof one === 'string' && !one.includes(',')))
    return [[name, value.join(',').toLowerCase()]]
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  const members = Object.entries(value)
  const capital = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
  const isOf = (parts: readonly string[]) => !isList && members.every(([part]) => parts.includes(part))
  if (isOf(['min', 'max', 'known'])) return members.map(([part, own]) => [`${part}${capital}`, String(own)])
  return isOf(['from', 'to']) ? members.map(([part, own]) => [dayName(name, part), String(own)]) : null
}

/** `lastFrom` and `firstTo` of the days of a first or last trade. */
function dayName(name: string, part: string): string {
  return `${name.replace(/Trade$/, '')}${part === 'from' ? 'From' : 'To'}`
}

/** Links to the reader's screens. @param path the question that the page shows */
export function screenTabs(screens: readonly OwnScreen[], path: string): Part {
  const shown = screens.slice(-MOST_TABS)
  return [
    shown.map(
      (screen) =>
        html`<a href="${screenAddress(screen)}"${current(screen.path === path)}><bdi>${screen.name}</bdi></a>`,
    ),
    screens.length > shown.length && html`<a href="/account#screens">All ${screens.length} saved</a>`,
  ]
}

/** A form that saves the question of a page. @param question its variables */
export function saveScreenForm(question: object): Html {
  return html`<details class="menu"><summary>Save this screen</summary>${operationForm({
    operation: SaveScreenDocument,
    variables: question,
    fields: html`<label>Name<input data-variable="name" required maxlength="100" autocomplete="off" placeholder="e.g. careful winners"></label>
      <label>Members<select data-variable="top" data-number>${[20, 100, 1_000].map((top) => html`<option value="${top}"${top === 100 && html` selected`}>top ${top}</option>`)}</select></label>`,
    button: 'Save',
  })}</details>`
}

interface ScreensReader {
  /** False for an API key, which reads. */
  mayChange: boolean
  /** The topics that the account follows. */
  followed: ReadonlySet<string>
}

/** The topic of a screen's follow. */
export function screenTopic({ id }: Pick<OwnScreen, 'id'>): string {
  return `screen:${id}`
}

/** The saved screens of an account. */
export function screenList(screens: readonly OwnScreen[], reader: ScreensReader): Html {
  return html`<p class="tiny">Filters of traders, saved under a name. Save one under <a href="/traders">Find traders</a>.</p>
    ${screens.length > 0 && html`<ul class="feed">${screens.map((screen) => screenItem(screen, reader))}</ul>`}`
}

function screenItem(screen: OwnScreen, { mayChange, followed }: ScreensReader): Html {
  const { id, name, top, createdAt } = screen
  const topic = screenTopic(screen)
  const isFollowed = followed.has(topic)
  const follow = { operation: FollowDocument, variables: { topic }, button: 'Follow', isPlain: true }
  const rename = operationForm({
    operation: RenameScreenDocument,
    variables: { id },
    fields: html`<label>Name<input data-variable="name" required maxlength="100" autocomplete="off" value="${name}"></label>`,
    button: 'Rename',
  })
  return html`<li><div><b><a href="${screenAddress(screen)}"><bdi>${name}</bdi></a></b>
      <p class="tiny">The first ${plural(top, 'trader')} · ${screen.public ? html`public, as <code>${id}</code>` : 'private'} · saved ${moment(createdAt)}${isFollowed && ' · followed'}</p>${mayChange && html`<details><summary>Rename</summary>${rename}</details>`}</div>
    <div class="worth">${
      mayChange && [
        !isFollowed && operationForm(follow),
        operationForm({
          operation: DeleteScreenDocument,
          variables: { id },
          button: 'Delete',
          isPlain: true,
        }),
      ]
    }</div></li>`
}
