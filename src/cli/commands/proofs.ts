import { readFile, writeFile } from 'node:fs/promises'
import { loadConfig } from '../../config/config.ts'
import { CommandError } from '../../errors.ts'
import { countText, exactMoney, momentText, plural } from '../../formats.ts'
import { ruleHeads } from '../../lab/forward/record.ts'
import { type Address, dayText, MICRO } from '../../ledger/quantities.ts'
import { refold } from '../../proofs/refold.ts'
import {
  kindOf,
  ProofError,
  type VerifiedCall,
  type VerifiedRecord,
  verifyCall,
  verifyProof,
  verifyRecord,
} from '../../proofs/verify-proof.ts'
import { type Difference, firstDifference } from '../../roots/compare-logs.ts'
import {
  givenKey,
  lastClosedDay,
  logName,
  readHead,
  type Sealing,
  sealDay,
  sealUpTo,
} from '../../roots/day-log.ts'
import { prove } from '../../roots/prove.ts'
import { signalHead } from '../../smart-money/signal-chain.ts'
import { hashText } from '../../store/ledger/place.ts'
import { alertHashes } from '../../whales/alerts/logged-alerts.ts'
import type { CommandContext } from '../command-context.ts'
import { type PrintOptions, parseDay } from '../options.ts'
import { unreadable } from '../refusals.ts'
import { withStore } from '../with-store.ts'

/** The log's name is the service's host. Heads of the radar's, the signals' and the rules' records hang on each entry. */
export function sealingOf({ env }: Pick<CommandContext, 'env'>): Sealing {
  const { publicUrl, logKey, whaleDelayMinutes: delayMinutes } = loadConfig(env)
  return {
    origin: logName(publicUrl),
    key: givenKey({ publicUrl, logKey }),
    delayMinutes,
    now: Math.floor(Date.now() / 1000),
    async records(sql, before, logged) {
      const signals = await signalHead(sql)
      const rules = await ruleHeads(sql, before)
      return {
        alerts: await alertHashes(sql, logged, { before }),
        chains: [['signals', signals.seq, hashText(signals.hash) ?? '']],
        rules: rules.map(({ rule, seq, hash }) => [rule, seq, hashText(hash) ?? ''] as const),
      }
    },
  }
}

/**
 * `pequod prove`: enters the day in the log where it is missing, and writes a trader's proof.
 * @throws PequodError for a trader without an event by then, CommandError for a day that is not over
 */
export async function proveTrader(
  context: CommandContext,
  address: Address,
  options: { day?: string; full?: true; out?: string },
): Promise<void> {
  const text = await withStore(context, async ({ db }) => {
    const sealing = sealingOf(context)
    const last = () => lastClosedDay(db, sealing.delayMinutes)
    const day = options.day === undefined ? await last() : parseDay(options.day, '--day')
    await sealDay(db, day, sealing)
    return prove(db, { address, day, full: options.full === true }, sealing.key)
  })
  if (options.out === undefined) context.screen.print(text.trimEnd())
  else {
    await writeFile(options.out, text)
    context.screen.print(`Wrote ${options.out}, ${countText(Buffer.byteLength(text))} bytes.`)
  }
}

/** `pequod verify-proof`: checks a proof and, of a full one, folds its events. @throws CommandError where it does not hold */
export async function verifyProofFile(
  { screen }: CommandContext,
  file: string,
  options: PrintOptions & { key?: string },
): Promise<void> {
  const bytes = await readFile(file).catch(unreadable(file))
  try {
    const kind = kindOf(bytes)
    if (kind !== 'proof') {
      const trusted = options.key ?? null
      const found = kind === 'record' ? await verifyRecord(bytes, trusted) : await verifyCall(bytes, trusted)
      if (options.json) return screen.printJson({ holds: true, ...found })
      screen.print({ style: 'green', text: 'rule' in found ? 'The record holds.' : 'The alert holds.' })
      for (const line of 'rule' in found ? [recordText(found)] : callTexts(found)) screen.print(line)
      return screen.print(
        `Signed by ${found.origin}, whose log then had ${plural(found.days, 'entry', 'entries')}.`,
      )
    }
    const { full, ...state } = await verifyProof(bytes, options.key ?? null)
    const folded = full === null ? null : refold(full)
    const { key } = JSON.parse(bytes.toString()) as { key: string }
    const amounts = Object.fromEntries(
      Object.entries(state).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
    )
    if (options.json) return screen.printJson({ holds: true, ...amounts, key, foldedEvents: folded })
    const usd = (micro: bigint) => exactMoney(Number(micro))
    screen.print({ style: 'green', text: 'The proof holds.' })
    screen.print(`${state.trader} at the close of ${state.day} (UTC):`)
    screen.print(
      `  profit ${usd(state.pnl)}: realized ${usd(state.realized)}, unrealized ${usd(state.unrealized)}`,
    )
    screen.print(
      `  volume ${usd(state.volume)} in ${plural(Number(state.fills), 'fill')}, ${plural(state.positions, 'position')}`,
    )
    if (folded !== null) screen.print(`  ${plural(folded, 'event')} in the file fold to exactly this state`)
    screen.print(
      `Signed by ${state.origin}, whose log then had ${plural(state.days, 'entry', 'entries')}: ${key}`,
    )
    if (options.key === undefined)
      screen.print('Compare this key with the one that the service publishes, or pass it as --key.')
  } catch (error) {
    if (error instanceof ProofError) throw new CommandError(error.message)
    throw error
  }
}

/** Whether all entries are proven, or those after the last hidden one. */
function recordText({ rule, day, entries, from }: VerifiedRecord): string {
  const all = plural(entries, 'entry', 'entries')
  const proven =
    from === 1
      ? `all of its ${all} lead to the signed hash.`
      : `of its ${all}, those from ${countText(from)} on lead to it.`
  return `Rule ${rule} up to the close of ${day} (UTC): ${proven}`
}

function callTexts({ id, day, minute, token, side, usd, price, boards, opened }: VerifiedCall): string[] {
  const timeOf = (time: number) => new Date(time * 1_000).toISOString()
  const shown = [
    `Alert ${id}, in the log since the close of ${day} (UTC):`,
    `  ${side} of token ${token} at ${momentText(timeOf(minute))}, to the minute`,
    `  for ${exactMoney(usd)} or more at ${exactMoney(price)} a share, to the cent; the trader led ${boards.join(', ')}`,
  ]
  if (opened === null)
    return [...shown, '  The trader and exact amounts are hashed with a nonce: a file for Pro opens them.']
  const { trader, time, shares, usd: exact } = opened
  const fill = `${countText(shares / MICRO)} shares for ${exactMoney(exact)}`
  return [...shown, `  by ${trader} at ${timeOf(time).replace('.000Z', ' UTC').replace('T', ' ')}: ${fill}`]
}

/** `pequod record seal`: enters the last closed day, days that changed, and one that is named. */
export async function sealDays(
  context: CommandContext,
  options: PrintOptions & { day?: string },
): Promise<void> {
  const { entries, head } = await withStore(context, async ({ db }) => {
    const sealing = sealingOf(context)
    const before = (await readHead(db, sealing.key))?.entries.length ?? 0
    if (options.day !== undefined) await sealDay(db, parseDay(options.day, '--day'), sealing)
    await sealUpTo(db, await lastClosedDay(db, sealing.delayMinutes), sealing)
    const now = await readHead(db, sealing.key)
    return { entries: (now?.entries ?? []).slice(before), head: now }
  })
  if (options.json) return context.screen.printJson({ entries, checkpoint: head?.checkpoint, key: head?.key })
  for (const { number, day, leaf } of entries) {
    const reason = (JSON.parse(leaf) as unknown[])[7]
    const why = reason === 'EVENTS' ? ', again: its events changed' : ', again: something before it changed'
    context.screen.print(`Entered ${dayText(day)} as number ${number}${reason === null ? '' : why}.`)
  }
  if (entries.length === 0) context.screen.print('Every day of the log is as it was.')
  for (const line of head?.checkpoint.trimEnd().split('\n') ?? []) context.screen.print(line)
}

/** `pequod record stamp`: writes the signed head of the log; asks no network. @throws CommandError for an empty log */
export async function writeStampFile(
  context: CommandContext,
  file: string,
  options: PrintOptions,
): Promise<void> {
  const head = await withStore(context, ({ db }) => readHead(db, givenKey(loadConfig(context.env))))
  if (head === null) throw new CommandError('The log of days is empty: run `pequod record seal` first.')
  await writeFile(file, head.checkpoint)
  if (options.json) context.screen.printJson({ file, checkpoint: head.checkpoint })
  else
    context.screen.print(
      `Wrote ${file}: stamp it with \`ots stamp ${file}\`, and keep the .ots file beside it.`,
    )
}

/** `pequod compare-roots`: names where another service's ledger parts from this one. @throws CommandError where it does */
export async function compareRoots(
  context: CommandContext,
  url: string,
  options: PrintOptions & { key?: string },
): Promise<void> {
  const { compared, difference, key } = await withStore(context, ({ db }) =>
    firstDifference(db, url, options.key ?? null),
  )
  if (options.json) context.screen.printJson({ compared, difference, key })
  else
    context.screen.print(
      `Compared ${plural(compared, 'day')} that both logs have; the other is signed by ${key}.`,
    )
  if (difference !== null) throw new CommandError(differenceText(difference))
  if (!options.json) context.screen.print({ style: 'green', text: 'Their roots are equal.' })
}

function differenceText({ day, trader, event, isOurs }: Difference): string {
  const who = trader === null ? '' : `, first in the state of ${trader}`
  const side = isOurs ? 'here and not there' : 'there and not here'
  return `${day} is the first day that differs${who}${event === null ? '' : `; an event is ${side}: ${event}`}.`
}
