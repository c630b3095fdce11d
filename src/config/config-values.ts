import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import { MAX_MICRO, MICRO, type MicroUsd } from '../ledger/quantities.ts'
import type { StoreAddress } from '../store/engine/database.ts'

/** The origins whose scripts may read answers, as browsers spell them. */
export type CorsOrigins = 'any' | readonly string[]

/** Database of the ledger and of everything derived from it. */
export type DatabaseConfig = StoreAddress

/** The proxies whose word on a caller's address is trusted: the nearest hops, or those in these networks. */
export type TrustProxy = { kind: 'hops'; hops: number } | { kind: 'networks'; networks: BlockList }

/** A whole number between two limits, both included. */
export function wholeNumber(min: number, max: number): z.ZodType<number> {
  return z
    .string()
    .regex(/^\d{1,9}$/, 'is not a whole number')
    .transform(Number)
    .refine((value) => value >= min, `is below ${min}`)
    .refine((value) => value <= max, `is above ${max}`)
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

/** An address of one of these schemes that names a host. */
export function url(protocols: readonly string[]): z.ZodType<string> {
  return z
    .string()
    .refine((text) => protocols.includes(parseUrl(text)?.protocol ?? ''), 'is not such an address')
    .refine((text) => parseUrl(text)?.hostname !== '', 'names no host')
}

/** `sqlite:FILE` or a PostgreSQL URL. */
export const database = z.string().transform((text, context): DatabaseConfig => {
  const scheme = /^(sqlite|postgres|postgresql):/.exec(text)?.[1]
  if (scheme === 'sqlite') {
    // sqlite:///var/x.db is /var/x.db, as with every other tool that takes such addresses.
    const path = text.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '')
    if (path !== '') return { kind: 'sqlite', path }
    context.addIssue('names no file')
    return z.NEVER
  }
  if (scheme !== undefined && URL.canParse(text)) return { kind: 'postgres', url: text }
  context.addIssue('is not a database address')
  return z.NEVER
})

/** Names and addresses that only this computer reaches; in URLs, IPv6 is in brackets. */
const LOOPBACK_HOST = /^(localhost|127(\.\d+){3}|::1|\[::1\])$/

/** True for a host that only this computer reaches. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_HOST.test(host)
}

/**
 * The URL of the issuer's keys: plain http is for loopback only, since keys sent in clear can be swapped on
 * the way.
 */
export const jwksUrl = url(['http:', 'https:'])
  .transform((text) => new URL(text))
  .refine((to) => to.protocol === 'https:' || isLoopback(to.hostname), 'is neither https nor loopback')

function addNetwork(list: BlockList, text: string): boolean {
  const [address = '', bits, more] = text.split('/')
  const version = isIP(address)
  const width = version === 6 ? 128 : 32
  const length = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
  if (version === 0 || more !== undefined || length < 0 || length > width) return false
  list.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4')
  return true
}

/** A number of hops, or networks separated by commas. */
export const trustProxy = z.string().transform((text, context): TrustProxy => {
  if (/^\d{1,2}$/.test(text)) return { kind: 'hops', hops: Number(text) }
  const networks = new BlockList()
  const wrong = text
    .split(',')
    .map((part) => part.trim())
    .find((part) => !addNetwork(networks, part))
  if (wrong === undefined) return { kind: 'networks', networks }
  context.addIssue('is neither a number of hops nor a list of networks')
  return z.NEVER
})

/** `*`, or origins separated by commas. */
export const corsOrigins = z.string().transform((text, context): CorsOrigins => {
  if (text === '*') return 'any'
  const origins = text.split(',').map((part) => part.trim())
  // An origin is compared as text, so it must be spelt as browsers spell it: no path, no default port.
  if (origins.every((part) => /^https?:/.test(part) && parseUrl(part)?.origin === part)) return origins
  context.addIssue('is neither * nor a list of origins')
  return z.NEVER
})

/** An origin as browsers spell it: no path, no default port. */
export const origin = z
  .string()
  .transform((text) => text.replace(/\/$/, ''))
  .refine((text) => /^https?:/.test(text) && parseUrl(text)?.origin === text, 'is not an origin')

/** Dollars with up to six decimals, as micro-dollars. */
export const dollars = z
  .string()
  .regex(/^\d{1,10}(\.\d{1,6})?$/, 'is not an amount of dollars')
  .transform((text): MicroUsd => {
    const [whole = '', fraction = ''] = text.split('.')
    return Number(whole) * MICRO + Number(fraction.padEnd(6, '0'))
  })
  .refine((micro) => micro <= MAX_MICRO, 'is more than the ledger can hold')

/** Returns a schema of a text up to a length. */
export const plainText = (max: number) => z.string().max(max, `is longer than ${max} characters`)

/** One key of 32 bytes in base64. */
export const secretKey = z.string().transform((text, context) => {
  if (/^[A-Za-z0-9+/]{43}=$/.test(text)) return Buffer.from(text, 'base64')
  context.addIssue('is not 32 bytes in base64')
  return z.NEVER
})

/** One or more keys of 32 bytes in base64, separated by commas. */
export const secretKeys = z.string().transform((text, context) => {
  const keys = text.split(',').map((part) => Buffer.from(part.trim(), 'base64'))
  const isWhole = text.split(',').every((part) => /^[A-Za-z0-9+/]{43}=$/.test(part.trim()))
  if (isWhole && keys.every(({ length }) => length === 32)) return keys
  context.addIssue('is not 32 bytes in base64')
  return z.NEVER
})
