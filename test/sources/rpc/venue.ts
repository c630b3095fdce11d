import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Abi, encodeFunctionData, type Hex } from 'viem'
import {
  type Contract,
  type ContractKind,
  type ContractSet,
  contractSet,
} from '../../../src/chain/contracts.ts'
import type { Address } from '../../../src/ledger/quantities.ts'
import { wallet } from '../../chain/encoded-logs.ts'
import type { Anvil } from './anvil.ts'

const SOURCE = new URL('./contracts/venue.sol', import.meta.url)
const NAMES = ['ExchangeV1', 'ExchangeV2', 'ConditionalTokens', 'NegRiskAdapter', 'Operator'] as const
export type VenueContract = (typeof NAMES)[number]

interface Compiled {
  abi: Abi
  code: Hex
}

/** The solc package has no types of its own; this is what is used of it. */
interface Solc {
  compile(input: string): string
}

function compile(): Record<VenueContract, Compiled> {
  const solc: Solc = createRequire(import.meta.url)('solc')
  const input = {
    language: 'Solidity',
    sources: { 'venue.sol': { content: readFileSync(SOURCE, 'utf8') } },
    settings: {
      viaIR: true,
      optimizer: { enabled: true },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input)))
  const errors = (output.errors ?? []).filter((one: { severity: string }) => one.severity === 'error')
  if (errors.length > 0) throw new Error(errors[0].formattedMessage)
  const compiled = (name: VenueContract): Compiled => {
    const { abi, evm } = output.contracts['venue.sol'][name]
    return { abi, code: `0x${evm.bytecode.object}` }
  }
  return {
    ExchangeV1: compiled('ExchangeV1'),
    ExchangeV2: compiled('ExchangeV2'),
    ConditionalTokens: compiled('ConditionalTokens'),
    NegRiskAdapter: compiled('NegRiskAdapter'),
    Operator: compiled('Operator'),
  }
}

/** One call of one contract: one log. */
export interface VenueCall {
  to: VenueContract
  call: string
  args: readonly unknown[]
}

/** The venue's contracts on a chain of the test's own. */
export interface Venue {
  contracts: ContractSet
  addressOf(name: VenueContract): Address
  /** Puts one transaction that makes the calls into the pool; gives its hash. */
  send(calls: readonly VenueCall[]): Promise<string>
}

const KINDS: Record<Exclude<VenueContract, 'Operator'>, [ContractKind, 1 | 2 | undefined]> = {
  ExchangeV1: ['EXCHANGE', 1],
  ExchangeV2: ['EXCHANGE', 2],
  ConditionalTokens: ['CONDITIONAL_TOKENS', undefined],
  NegRiskAdapter: ['NEG_RISK_ADAPTER', undefined],
}

export const COLLATERAL = wallet('the coin')

/** Compiles the contracts and puts them on the chain, in one block. */
export async function deployVenue(anvil: Anvil): Promise<Venue> {
  const compiled = compile()
  const [from] = (await anvil.call('eth_accounts')) as string[]
  const gas = '0x1000000'
  const hashes: unknown[] = []
  for (const name of NAMES)
    hashes.push(
      await anvil.call('eth_sendTransaction', {
        from,
        data: compiled[name].code,
        gas: '0x400000',
        gasPrice: '0x0',
      }),
    )
  await anvil.call('anvil_mine', '0x1')
  const addresses = new Map<VenueContract, Address>()
  for (const [i, name] of NAMES.entries()) {
    const receipt = (await anvil.call('eth_getTransactionReceipt', hashes[i])) as { contractAddress: string }
    addresses.set(name, receipt.contractAddress.toLowerCase() as Address)
  }
  const addressOf = (name: VenueContract): Address => {
    const address = addresses.get(name)
    if (address === undefined) throw new Error(name)
    return address
  }
  const dataOf = ({ to, call, args }: VenueCall) =>
    encodeFunctionData({ abi: compiled[to].abi, functionName: call, args })
  return {
    contracts: setOf(addressOf),
    addressOf,
    async send(calls) {
      const args = [calls.map(({ to }) => addressOf(to)), calls.map(dataOf)]
      const data = dataOf({ to: 'Operator', call: 'run', args })
      return (await anvil.call('eth_sendTransaction', {
        from,
        to: addressOf('Operator'),
        data,
        gas,
        gasPrice: '0x0',
      })) as string
    },
  }
}

function setOf(addressOf: (name: VenueContract) => Address): ContractSet {
  const speaking = Object.entries(KINDS).map(([name, [kind, generation]]): Contract => {
    const one = { name, address: addressOf(name as VenueContract), kind, startBlock: null }
    return generation === undefined ? one : { ...one, generation }
  })
  const mute = (kind: ContractKind, address: Address): Contract => ({
    name: kind,
    kind,
    address,
    startBlock: null,
  })
  return contractSet([
    ...speaking,
    mute('COLLATERAL', COLLATERAL),
    mute('WRAPPED_COLLATERAL', wallet('the wrapped coin')),
  ])
}
