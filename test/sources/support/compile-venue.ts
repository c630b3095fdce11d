import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Abi, Hex } from 'viem'
import packageJson from '../../peers/package.json' with { type: 'json' }

const SOURCE = new URL('../rpc/contracts/venue.sol', import.meta.url)
const CACHE = new URL('../../../node_modules/.cache/venue/', import.meta.url)

/** The contracts of the tests' own venue. */
export const VENUE_CONTRACTS = [
  'ExchangeV1',
  'ExchangeV2',
  'ConditionalTokens',
  'NegRiskAdapter',
  'Operator',
  'Echo',
] as const
export type VenueContract = (typeof VENUE_CONTRACTS)[number]

/** A contract's name, and the code that creates it. */
export interface Compiled {
  abi: Abi
  code: Hex
}

type CompiledVenue = Record<VenueContract, Compiled>

/** The solc package has no types of its own; this is what is used of it. */
interface Solc {
  compile(input: string): string
}

/** Compiles the venue's contracts, or reads what an earlier test file compiled from the same source: it takes seconds. */
export async function compileVenue(): Promise<CompiledVenue> {
  const source = await readFile(SOURCE, 'utf8')
  const version = createHash('sha256').update(packageJson.dependencies.solc).update(source).digest('hex')
  const file = new URL(`${version}.json`, CACHE)
  const known = await readFile(file, 'utf8').catch(() => null)
  if (known !== null) return JSON.parse(known)
  const compiled = compile(source)
  // Separate folders, since several test files may compile at the same time.
  const own = new URL(`${version}.${process.pid}`, CACHE)
  await mkdir(CACHE, { recursive: true })
  await writeFile(own, JSON.stringify(compiled))
  await rename(own, file)
  return compiled
}

function compile(content: string): CompiledVenue {
  const solc: Solc = createRequire(new URL('../../peers/package.json', import.meta.url))('solc')
  const input = {
    language: 'Solidity',
    sources: { 'venue.sol': { content } },
    settings: {
      viaIR: true,
      optimizer: { enabled: true },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input)))
  const errors = (output.errors ?? []).filter((one: { severity: string }) => one.severity === 'error')
  if (errors.length > 0) throw new Error(errors[0].formattedMessage)
  const compiled = VENUE_CONTRACTS.map((name) => {
    const { abi, evm } = output.contracts['venue.sol'][name]
    return [name, { abi, code: `0x${evm.bytecode.object}` }]
  })
  return Object.fromEntries(compiled)
}
