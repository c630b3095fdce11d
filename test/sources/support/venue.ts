import { encodeFunctionData } from 'viem'
import {
  type Contract,
  type ContractKind,
  type ContractSet,
  contractSet,
  POLYGON,
} from '../../../src/chain/contracts.ts'
import type { ChainLog } from '../../../src/chain/fact.ts'
import type { Address } from '../../../src/ledger/quantities.ts'
import { address, wallet } from '../../chain/support/encoded-logs.ts'
import type { Anvil } from './anvil.ts'
import { type Compiled, compileVenue, VENUE_CONTRACTS, type VenueContract } from './compile-venue.ts'

/** Contracts that only the tests need on the chain. */
type Helper = 'Operator' | 'Echo'

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
  /** Puts one transaction that writes the logs into the pool, each from its own address, whose code it replaces. */
  write(logs: readonly ChainLog[]): Promise<void>
}

const KINDS: Record<Exclude<VenueContract, Helper>, [ContractKind, 1 | 2 | undefined]> = {
  ExchangeV1: ['EXCHANGE', 1],
  ExchangeV2: ['EXCHANGE', 2],
  ConditionalTokens: ['CONDITIONAL_TOKENS', undefined],
  NegRiskAdapter: ['NEG_RISK_ADAPTER', undefined],
}

/** The contracts' collateral where they are deployed, not on Polygon. */
export const COLLATERAL = wallet('the coin')

/** Compiles the contracts and puts them on the chain, in one block. */
export async function deployVenue(anvil: Anvil): Promise<Venue> {
  const compiled = await compileVenue()
  const addresses = await deploy(anvil, compiled)
  return venueAt(anvil, compiled, addresses, setOf)
}

/** The contracts' addresses on Polygon. The operator is not the venue's, so it stays where it was deployed. */
const ON_POLYGON: Record<Exclude<VenueContract, Helper>, string> = {
  ExchangeV1: 'CTFExchange',
  ExchangeV2: 'CTFExchangeV2',
  ConditionalTokens: 'ConditionalTokens',
  NegRiskAdapter: 'NegRiskAdapter',
}

/** Deploys the venue for a program that knows only Polygon's addresses: the contracts' code is put at those. */
export async function deployOnPolygon(anvil: Anvil): Promise<Venue> {
  const compiled = await compileVenue()
  const addresses = await deploy(anvil, compiled)
  for (const [name, known] of Object.entries(ON_POLYGON)) {
    const code = await anvil.call('eth_getCode', addresses.get(name as VenueContract), 'latest')
    await anvil.call('anvil_setCode', address(known), code)
    addresses.set(name as VenueContract, address(known))
  }
  return venueAt(anvil, compiled, addresses, () => POLYGON)
}

type Addresses = Map<VenueContract, Address>

async function deploy(anvil: Anvil, compiled: Record<VenueContract, Compiled>): Promise<Addresses> {
  const [from] = (await anvil.call('eth_accounts')) as string[]
  const hashes: unknown[] = []
  for (const name of VENUE_CONTRACTS)
    hashes.push(
      await anvil.call('eth_sendTransaction', {
        from,
        data: compiled[name].code,
        gas: '0x400000',
        gasPrice: '0x0',
      }),
    )
  await anvil.call('anvil_mine', '0x1')
  const addresses: Addresses = new Map()
  for (const [i, name] of VENUE_CONTRACTS.entries()) {
    const receipt = (await anvil.call('eth_getTransactionReceipt', hashes[i])) as { contractAddress: string }
    addresses.set(name, receipt.contractAddress.toLowerCase() as Address)
  }
  return addresses
}

async function venueAt(
  anvil: Anvil,
  compiled: Record<VenueContract, Compiled>,
  addresses: Addresses,
  contracts: (addressOf: Venue['addressOf']) => ContractSet,
): Promise<Venue> {
  const [from] = (await anvil.call('eth_accounts')) as string[]
  const addressOf = (name: VenueContract): Address => {
    const address = addresses.get(name)
    if (address === undefined) throw new Error(name)
    return address
  }
  const dataOf = ({ to, call, args }: VenueCall) =>
    encodeFunctionData({ abi: compiled[to].abi, functionName: call, args })
  const run = async (targets: readonly string[], calls: readonly VenueCall[]) =>
    (await anvil.call('eth_sendTransaction', {
      from,
      to: addressOf('Operator'),
      data: dataOf({ to: 'Operator', call: 'run', args: [targets, calls.map(dataOf)] }),
      gas: '0x1000000',
      gasPrice: '0x0',
    })) as string
  const echoes = new Set<string>()
  return {
    contracts: contracts(addressOf),
    addressOf,
    send: (calls) =>
      run(
        calls.map(({ to }) => addressOf(to)),
        calls,
      ),
    async write(logs) {
      const targets = logs.map(({ address }) => address)
      for (const target of new Set(targets)) {
        if (echoes.has(target)) continue
        echoes.add(target)
        const code = await anvil.call('eth_getCode', addressOf('Echo'), 'latest')
        await anvil.call('anvil_setCode', target, code)
      }
      await run(
        targets,
        logs.map(({ topics, data }) => ({ to: 'Echo', call: 'say', args: [topics, data] })),
      )
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
