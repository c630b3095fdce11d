import { defined } from '../checks.ts'
import type { Address, Seconds } from '../ledger/quantities.ts'
import type { Database, Sql } from '../store/engine/database.ts'
import { tryLockTable } from '../store/engine/locks.ts'
import { hiddenAmong } from '../store/opted-out.ts'
import { readPaces } from './channel-pace.ts'
import { ALERT_OUTBOX } from './delivery-tables.ts'
import {
  alertMessage,
  type Message,
  type MessageKind,
  messageId,
  type Notice,
  noticeMessage,
  noticesMessage,
  summaryMessage,
} from './message.ts'
import { addMessages, type NewMessage } from './message-queue.ts'
import type { DeliverableAlert } from './notices.ts'
import {
  countSent,
  DROP_WAITING,
  heldUntil,
  MERGE_SECONDS,
  mergedAt,
  type Placement,
  placeAlerts,
  REWRITE_WAITING,
  readWaiting,
  WAITING,
  type WaitingAlert,
} from './outbox.ts'
import { readStandings, type StandingOf, type StandingReads } from './standings.ts'

/** The content of messages: a whale alert, or a notice of a follow. */
export type Deliverable = DeliverableAlert | Notice

/** A waiting row of the outbox. */
export type Waiting = WaitingAlert<Deliverable>

/**
 * Removes traders who have since opted out from waiting alerts, which may wait for hours.
 * @returns the number of changed rows of the outbox, which must be read again
 */
export async function dropOptedOut(tx: Sql, waiting: readonly Waiting[]): Promise<number> {
  const named = new Set(waiting.flatMap(({ alert }) => tradersIn(alert)))
  const hidden = await hiddenAmong(tx, [...named])
  if (hidden.size === 0) return 0
  const concerned = waiting.filter(({ alert }) => tradersIn(alert).some((trader) => hidden.has(trader)))
  for (const { channelId, alert } of concerned) {
    const left = without(alert, hidden)
    if (left === null) await DROP_WAITING.run(tx, { channelId, id: alert.id })
    else await REWRITE_WAITING.run(tx, { channelId, id: left.id, payload: JSON.stringify(left) })
  }
  return concerned.length
}

function tradersIn(alert: Deliverable): Address[] {
  if ('entered' in alert) return [...alert.entered, ...alert.left].map(({ address }) => address)
  if ('deeds' in alert) return alert.deeds.map(({ trader }) => trader)
  return 'trader' in alert ? [alert.trader.address] : []
}

/** Null if nothing is left to report. */
function without(alert: Deliverable, hidden: ReadonlySet<Address>): Deliverable | null {
  if ('deeds' in alert) return { ...alert, deeds: alert.deeds.filter(({ trader }) => !hidden.has(trader)) }
  if (!('entered' in alert)) return null
  const [entered, left] = [alert.entered, alert.left].map((moves) =>
    moves.filter(({ address }) => !hidden.has(address)),
  )
  if (entered === undefined || left === undefined || entered.length + left.length === 0) return null
  return { ...alert, entered, left }
}

/** This number of alerts by one trader within {@link BURST_SECONDS} become one message. */
export const BURST_SIZE = 5
/** The length of a burst, its end excluded. */
export const BURST_SECONDS = 60

/**
 * Splits one trader's alerts, in order of time, into messages: a group of five or more within a minute, or a single
 * alert. No five singles lie within a minute.
 */
export function groupBursts<Alert extends { time: Seconds }>(
  alerts: readonly Alert[],
): [Alert, ...Alert[]][] {
  const groups: [Alert, ...Alert[]][] = []
  let end = 0
  for (let i = 0; i < alerts.length; ) {
    const first = alerts[i]
    if (first === undefined) break
    while ((alerts[end]?.time ?? Infinity) < first.time + BURST_SECONDS) end++
    const size = end - i >= BURST_SIZE ? end - i : 1
    groups.push([first, ...alerts.slice(i + 1, i + size)])
    i += size
  }
  return groups
}

/** Alerts that become one message. */
type Group = [Waiting, ...Waiting[]]

export interface FormOptions {
  /** Milliseconds since 1970. */
  now: number
  /** Alerts read in one transaction. @default 1000 */
  limit?: number
  /** Reads the numbers beside alerts and notices. @default there are none */
  standings?: StandingReads | undefined
}

/**
 * Makes messages from the alerts that are ready, in one transaction, which fixes their contents and ids for every
 * process and attempt. Five or more by one trader in a minute become one message; where four were sent when the fifth
 * came, it and the following ones are held for a minute and sent together. A channel gets nothing in its quiet hours and beyond its daily
 * limit: what waits for it becomes one digest as soon as it takes a message again.
 * @returns the number of alerts read; 0 if none is ready, or another process has the lock
 */
export async function formMessages(db: Database, options: FormOptions): Promise<number> {
  const { now, limit = 1_000 } = options
  const standingOf = await standingsOf(db, options)
  return db.transaction(async (tx) => {
    // Two that made messages of one trader's alerts would tear a summary apart.
    if (!(await tryLockTable(tx, ALERT_OUTBOX))) return 0
    const { fresh, held, kept, merging } = await readReady(tx, now, limit)
    const waiting = [...fresh, ...held, ...kept, ...merging]
    if (waiting.length === 0) return 0
    const dropped = await dropOptedOut(tx, waiting)
    if (dropped > 0) return dropped
    const { asleep, room } = await readPaces(tx, [...new Set(waiting.map(({ channelId }) => channelId))], now)
    const slept = await letSleep(tx, waiting, asleep)
    if (slept > 0) return slept
    const groups = joinMarkets(wholeTraders(fresh, limit).flatMap(groupBursts))
    const late = await findLate(tx, groups)
    const digests = wholeGroups(kept, limit, digestOf)
    const inTime = groups.filter((group) => !late.has(group))
    const soon = await findSoon(tx, inTime, now)
    const merged = wholeGroups(merging, limit, marketOf)
    const sent = [...inTime.filter((group) => !soon.has(group)), ...merged]
    const written = within(room, [...sent, ...wholeTraders(held, limit), ...digests])
    await writeGroups(tx, written, { now, standingOf })
    await hold(tx, [...late].flat(), now)
    await placeAlerts(
      tx,
      [...soon].flatMap(([group, readyMs]) => group.map((entry) => waitingIn('merging', entry, readyMs))),
    )
    return written.flat().length + [...late].flat().length + [...soon.keys()].flat().length
  })
}

async function readReady(sql: Sql, now: number, limit: number) {
  const read = (state: number) => readWaiting<Deliverable>(sql, state, now, limit)
  return {
    fresh: await read(WAITING.fresh),
    held: await read(WAITING.held),
    kept: await read(WAITING.digest),
    merging: await read(WAITING.merging),
  }
}

/** Milliseconds that alerts wait at least before they are ready: those that come later are not read by the same look. */
const AHEAD_MS = 500

/** Reads before the transaction, so that no writer waits, the numbers beside what it may find ready. */
async function standingsOf(
  db: Database,
  { now, limit = 1_000, standings }: FormOptions,
): Promise<StandingOf | null> {
  if (standings === undefined) return null
  const ready = Object.values(await readReady(db, now + AHEAD_MS, limit)).flat()
  const noticed = ready.map(({ tier, alert }) => ({ tier, notice: alert }))
  return noticed.length === 0 ? null : readStandings(db, noticed, standings)
}

/** Lets alerts wait until their channels take messages again. @returns their number */
async function letSleep(
  tx: Sql,
  waiting: readonly Waiting[],
  asleep: ReadonlyMap<string, number>,
): Promise<number> {
  const placements = waiting.flatMap((entry) => {
    const readyMs = asleep.get(entry.channelId)
    return readyMs === undefined ? [] : [waitingIn('digest', entry, readyMs)]
  })
  await placeAlerts(tx, placements)
  return placements.length
}

/** Keeps as many groups of a channel as it still takes; the rest is there at the next look. */
function within(room: ReadonlyMap<string, number>, groups: readonly Group[]): Group[] {
  const left = new Map(room)
  return groups.filter(([{ channelId }]) => {
    const more = left.get(channelId)
    if (more === undefined) return true
    left.set(channelId, more - 1)
    return more > 0
  })
}

/** Notices of a channel are one digest, and whale alerts one a trader. */
function digestOf({ channelId, trader, alert }: Waiting): string {
  return isNotice(alert) ? channelId : `${channelId} ${trader}`
}

function wholeTraders(alerts: readonly Waiting[], limit: number): Group[] {
  return wholeGroups(alerts, limit, ({ channelId, trader }) => `${channelId} ${trader}`)
}

/** Groups by a name, each in order of time. The last group of a full page may continue in the next one, so it waits. */
function wholeGroups(alerts: readonly Waiting[], limit: number, nameOf: (alert: Waiting) => string): Group[] {
  const groups = Map.groupBy(alerts, nameOf)
  const lists = [...groups.values()]
  if (alerts.length === limit && lists.length > 1) lists.pop()
  return lists.map((list) => list.toSorted(inTime)).filter(isGroup)
}

function inTime(one: Waiting, other: Waiting): number {
  return one.time - other.time || (one.alert.id < other.alert.id ? -1 : 1)
}

function isGroup(list: Waiting[]): list is Group {
  return list.length > 0
}

/** The channel, trader and market of an alert. */
function marketOf({ channelId, trader, market }: Waiting): string {
  return `${channelId} ${trader} ${market}`
}

/** Joins single decisions of one trader in one market that are within ten minutes of the first. */
function joinMarkets(groups: readonly Group[]): Group[] {
  const joined: Group[] = []
  const open = new Map<string, Group>()
  for (const group of groups) {
    const [entry] = group
    const first = open.get(marketOf(entry))
    if (group.length > 1 || entry.market === null) joined.push(group)
    else if (first !== undefined && entry.time < first[0].time + MERGE_SECONDS) first.push(entry)
    else {
      const own: Group = [entry]
      open.set(marketOf(entry), own)
      joined.push(own)
    }
  }
  return joined
}

/** Finds decisions whose trader's last one in their market was sent a moment ago, and when they are sent together. */
async function findSoon(tx: Sql, groups: readonly Group[], now: number): Promise<Map<Group, number>> {
  const own = groups.filter(([first, ...more]) => {
    return first.market !== null && more.every(({ market }) => market === first.market)
  })
  const until = await mergedAt(
    tx,
    own.map(([first]) => first),
  )
  return new Map(
    own.flatMap((group, i): [Group, number][] => {
      const at = until[i] ?? 0
      return at > now ? [[group, at]] : []
    }),
  )
}

function waitingIn(state: 'digest' | 'held' | 'merging', entry: Waiting, readyMs: number): Placement {
  return { entry, readyMs, waiting: WAITING[state], messageId: null }
}

/** Finds single alerts that come after enough others of the same minute to be held. */
async function findLate(tx: Sql, groups: readonly Group[]): Promise<Set<Group>> {
  const singles = groups.filter((group) => group.length === 1)
  const firsts = singles.map(([first]) => first)
  const sent = await countSent(tx, firsts, BURST_SECONDS)
  const until = await heldUntil(tx, firsts)
  const beside = countBeside(firsts)
  return new Set(
    singles.filter((_, i) => {
      const others = defined(sent[i]) + defined(beside[i])
      return typeof until[i] === 'number' || others >= BURST_SIZE - 1
    }),
  )
}

/** For each alert, the number of earlier ones in the list with its channel, trader and minute. */
function countBeside(alerts: readonly Waiting[]): number[] {
  return alerts.map(({ channelId, trader, time }, i) => {
    let count = 0
    // The list is sorted by channel, trader and time.
    for (let j = i - 1; j >= 0; j--) {
      const other = alerts[j]
      if (other?.channelId !== channelId || other.trader !== trader) break
      if (time - other.time >= BURST_SECONDS) break
      count++
    }
    return count
  })
}

async function writeGroups(
  tx: Sql,
  groups: readonly Group[],
  { now, standingOf }: { now: number; standingOf: StandingOf | null },
): Promise<void> {
  const messages = groups.map(([first, ...more]) => {
    const shown = withStanding(standingOf)
    return messageOf([shown(first), ...more.map(shown)])
  })
  await addMessages(tx, messages, now)
  const placements = groups.flatMap((group, i) =>
    group.map((entry): Placement => {
      return { entry, readyMs: now, waiting: WAITING.no, messageId: messages[i]?.id ?? null }
    }),
  )
  await placeAlerts(tx, placements)
}

/** Only the message has it: the outbox keeps what an alert or notice was. */
function withStanding(standingOf: StandingOf | null): (entry: Waiting) => Waiting {
  return ({ alert, ...entry }) => {
    return { ...entry, alert: { ...alert, ...standingOf?.({ tier: entry.tier, notice: alert }) } }
  }
}

function messageOf(group: Group): NewMessage {
  const [{ accountId, channelId, alert }] = group
  const { kind, message } = contentOf(group)
  const id = messageId(kind, alert.id, channelId)
  return { id, accountId, channelId, kind, body: JSON.stringify(message) }
}

/** Alerts and follows' notices never share a group. */
function contentOf([first, ...more]: Group): { kind: MessageKind; message: Message } {
  if (isNotice(first.alert)) {
    const notices = more.map(({ alert }) => alert).filter(isNotice)
    return notices.length === 0
      ? { kind: 'NOTICE', message: noticeMessage(first.alert) }
      : { kind: 'NOTICES', message: noticesMessage([first.alert, ...notices]) }
  }
  const alerts = more.map(({ alert }) => alert).filter(isAlert)
  return alerts.length === 0
    ? { kind: 'ALERT', message: alertMessage(first.alert) }
    : { kind: 'SUMMARY', message: summaryMessage([first.alert, ...alerts]) }
}

function isAlert(alert: Deliverable): alert is DeliverableAlert {
  return 'qualifying' in alert
}

function isNotice(alert: Deliverable): alert is Notice {
  return !isAlert(alert)
}

/** Held alerts keep their time, and new ones join them. */
async function hold(tx: Sql, alerts: readonly Waiting[], now: number): Promise<void> {
  const until = await heldUntil(tx, alerts)
  await placeAlerts(
    tx,
    alerts.map((entry, i) => waitingIn('held', entry, until[i] ?? now + BURST_SECONDS * 1_000)),
  )
}
