import { InvalidArgumentError } from 'commander'
import { type Address, addressOf, type Day, dayOfText } from '../ledger/quantities.ts'
import { UsageError } from './exit-status.ts'

/** The option of every command that lists or counts. */
export const JSON_OPTION = ['--json', 'print JSON instead of text'] as const

export interface PrintOptions {
  /** As JSON rather than for people. @default false */
  json?: boolean | undefined
}

/** Parses a wallet's address for commander. */
export function address(text: string): Address {
  const value = addressOf(text.toLowerCase())
  if (value !== null) return value
  throw new InvalidArgumentError('It must be an address: 0x and 40 hex digits.')
}

/** Parses a block number or a count for commander. */
export function wholeNumber(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value))
    throw new InvalidArgumentError('It must be a whole number, 0 or more.')
  return value
}

/** Parses a number of worker processes for commander. */
export function workerCount(text: string): number {
  const value = wholeNumber(text)
  if (value >= 1 && value <= 64) return value
  throw new InvalidArgumentError('It must be a whole number from 1 to 64.')
}

/** A day takes six seconds: any faster, and snapshots could not keep up. */
export const MAX_DEMO_SPEED = 14_400

/** Parses the speed of the demo's time for commander. */
export function demoSpeed(text: string): number {
  const value = wholeNumber(text)
  if (value <= MAX_DEMO_SPEED) return value
  throw new InvalidArgumentError(`It must be a whole number from 0 to ${MAX_DEMO_SPEED}.`)
}

/** The UTC day written as YYYY-MM-DD. Throws a UsageError that names the option if there is no such day. */
export function parseDay(text: string, option: string): Day {
  const day = dayOfText(text)
  if (day !== null) return day
  throw new UsageError(`${option} ${JSON.stringify(text)} is not a day such as 2026-02-17.`)
}

/** The option of commands that a running service can answer. */
export const SERVER = ['--server <url>', 'read from a running service (default: the store itself)'] as const
export const WHERE = ['--where <json>', 'conditions, such as {"edgeLow":{"min":0.02},"isBot":false}'] as const
export const AS_OF = ['--as-of <day>', "as of a day's close (YYYY-MM-DD, UTC)"] as const
export const ORDER = [
  '--order <numbers>',
  'up to 5 numbers, such as roi:desc or roi*0.4,edge_low*0.6',
] as const
export const PERIOD = ['--period <period>', '7d, 30d, 90d or all'] as const

/** Parses a number of rows for commander; the service refuses more than the tier allows. */
export function rowCount(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= 1_000) return value
  throw new InvalidArgumentError('It must be a whole number from 1 to 1000.')
}
