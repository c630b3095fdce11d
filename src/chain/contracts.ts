import type { Address } from '../ledger/quantities.ts'

/** A contract's role: events count only from a known emitter, never by their topic only. */
export type ContractKind =
  | 'EXCHANGE'
  | 'FEE_MODULE'
  | 'CONDITIONAL_TOKENS'
  | 'NEG_RISK_ADAPTER'
  | 'COLLATERAL_ADAPTER'
  | 'NEG_RISK_COLLATERAL_ADAPTER'
  | 'POSITION_MANAGER'
  | 'MODULE'
  | 'POOL_FACTORY'
  | 'POOL'
  | 'COLLATERAL'
  | 'WRAPPED_COLLATERAL'
  | 'OTHER'

/** An exchange's generation: 1 takes the fee of a BUY in shares, 2 and 3 always in dollars. */
export type Generation = 1 | 2 | 3

export interface Contract {
  name: string
  address: Address
  kind: ContractKind
  /** The first block that can hold its logs; null if unknown. */
  startBlock: number | null
  /** Exchanges only. */
  generation?: Generation
}

/** The contracts of one deployment of the venue. */
export interface ContractSet {
  contracts: readonly Contract[]
  byAddress: ReadonlyMap<string, Contract>
  /** Every address that never owns a position: all contracts, the zero address and the burn address. */
  infrastructure: ReadonlySet<Address>
  /** Collateral of the venue's positions; positions on other collateral are foreign. */
  collateral: Address
  wrappedCollateral: Address
}

const lower = (address: string): Address => address.toLowerCase() as Address

/** The sender of minted tokens and the receiver of burnt ones. */
export const ZERO_ADDRESS = lower(`0x${'0'.repeat(40)}`)

/**
 * The receiver of NO shares in a neg-risk conversion: straight from the wallet, so without it each conversion would
 * look like a transfer. It is the first 20 bytes of keccak256("NO_TOKEN_BURN_ADDRESS"), fixed in the adapter.
 */
export const NO_TOKEN_BURN_ADDRESS = lower('0xa5ef39c3d3e10d0b270233af41cac69796b12966')

function contract(
  kind: ContractKind,
  name: string,
  address: string,
  startBlock: number | null = null,
  generation?: Generation,
): Contract {
  const base = { name, address: lower(address), kind, startBlock }
  return generation === undefined ? base : { ...base, generation }
}

/** The venue's contracts on Polygon. Source: reference A3. */
export const CONTRACTS: readonly Contract[] = [
  contract('CONDITIONAL_TOKENS', 'ConditionalTokens', '0x4D97DCd97eC945f40cF65F87097ACe5EA0476045', 4023686),
  contract('POOL_FACTORY', 'FPMMFactory', '0x8B9805A2f595B6705e74F7310829f2d299D21522', 4023693),
  contract('COLLATERAL', 'USDC.e', '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174', 5013591),
  contract('WRAPPED_COLLATERAL', 'WCOL', '0x3A3BD7bb9528E159577F7C2e685CC81A765002E2'),
  contract('OTHER', 'pUSD', '0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB', 84902320),
  contract('EXCHANGE', 'CTFExchange', '0x4bFb41d5B3570DeFd03C39a9A4D8dE6Bd8B8982E', 33605403, 1),
  contract('EXCHANGE', 'NegRiskCtfExchange', '0xC5d563A36AE78145C45a50134d48A1215220f80a', 50505492, 1),
  contract('EXCHANGE', 'CTFExchangeV2', '0xE111180000d2663C0091e4f400237545B87B996B', 84902320, 2),
  contract('EXCHANGE', 'NegRiskExchangeV2A', '0xe2222d279d744050d28e00520010520000310F59', 84902320, 2),
  contract('EXCHANGE', 'NegRiskExchangeV2B', '0xe2222d002000Ba0053CEF3375333610F64600036', 84902320, 2),
  contract('EXCHANGE', 'ExchangeV3', '0xe3333700cA9d93003F00f0F71f8515005F6c00Aa', null, 3),
  contract('FEE_MODULE', 'NegRiskFeeModuleOld', '0x78769D50Be1763ed1CA0D5E878D93f05aabff29e'),
  contract('FEE_MODULE', 'FeeModule', '0xE3f18aCc55091e2c48d883fc8C8413319d4Ab7b0', 75253526),
  contract('FEE_MODULE', 'NegRiskFeeModule', '0xB768891e3130F6dF18214Ac804d4DB76c2C37730', 75253721),
  contract('NEG_RISK_ADAPTER', 'NegRiskAdapter', '0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296', 50505403),
  contract('OTHER', 'NegRiskOperator', '0x71523d0f655B41E805Cec45b17163f528B59B820'),
  contract('OTHER', 'NegRiskVault', '0x7f67327E88c258932D7d8f72950bE0d46975E11D'),
  contract('OTHER', 'NegRiskUmaAdapter', '0x2F5e3684cb1F318ec51b00Edba38d79Ac2c0aA9d'),
  contract('COLLATERAL_ADAPTER', 'CtfCollateralAdapter', '0xAdA100Db00Ca00073811820692005400218FcE1f'),
  contract(
    'COLLATERAL_ADAPTER',
    'CtfCollateralAdapterOld',
    '0xADa100874d00e3331D00F2007a9c336a65009718',
    84902320,
  ),
  contract(
    'NEG_RISK_COLLATERAL_ADAPTER',
    'NegRiskCollateralAdapter',
    '0xadA2005600Dec949baf300f4C6120000bDB6eAab',
  ),
  contract(
    'NEG_RISK_COLLATERAL_ADAPTER',
    'NegRiskCollateralAdapterOld',
    '0xAdA200001000ef00D07553cEE7006808F895c6F1',
    84902320,
  ),
  contract('POSITION_MANAGER', 'PositionManager', '0x006F54F7f9A22e0000CC2AB60031000000ae9fEF'),
  contract('OTHER', 'Router', '0x12121212006e4CD160D18e3f00711DA5c3372600'),
  contract('MODULE', 'BinaryModule', '0x1000008dD9001B968442c1000017eaE6E0dA00Ba'),
  contract('MODULE', 'NegRiskModule', '0x200000900045e3B6259600682756002200028933'),
  contract('MODULE', 'CombinatorialModule', '0x30000034706c7d8e12009dab006be20000c031a8'),
  contract('OTHER', 'AutoRedeemer', '0xa1200000d0002264C9a1698e001292D00E1b00af'),
  contract('OTHER', 'Onramp', '0x93070a847efEf7F70739046A929D47a521F5B8ee'),
  contract('OTHER', 'Offramp', '0x2957922Eb93258b93368531d39fAcCA3B4dC5854'),
  contract('OTHER', 'Rewards', '0xdd8db71ce3be8d71ff148b2163d64da181a29e8b', 84902320),
  contract('OTHER', 'UmaSportsOracle', '0xb21182d0494521Cf45DbbeEbb5A3ACAAb6d22093', 68931384),
  contract('OTHER', 'UmaCtfAdapterV3', '0x65070BE91477460D8A7AeEb94ef92fe056C2f2A7'),
  contract('OTHER', 'UmaCtfAdapterV2', '0x6A9D222616C90FcA5754cd1333cFD9b7fb6a4F74'),
  contract('OTHER', 'UmaCtfAdapterV1', '0xCB1822859cEF82Cd2Eb4E6276C7916e692995130'),
  contract('OTHER', 'UmaCtfAdapterA', '0x157Ce2d672854c848c9b79C49a8Cc6cc89176a49'),
  contract('OTHER', 'UmaCtfAdapterB', '0x69c47De9D4D3Dad79590d61b9e05918E03775f24'),
  contract('OTHER', 'ProxyWalletFactory', '0xaB45c5A4B0c941a2F231C04C3f49182e1A254052', 4022827),
  contract('OTHER', 'ProxyWalletImplementation', '0x44e999d5c2F66Ef0861317f9A4805AC2e90aEB4f', 4022827),
  contract('OTHER', 'SafeProxyFactory', '0xaacFeEa03eb1561C4e67d661e40682Bd20E3541b', 19426226),
  contract('OTHER', 'RelayHub', '0xD216153c06E857cD7f72665E0aF1d7D82172F494', 3764531),
  contract('OTHER', 'DepositWalletFactory', '0x00000000000Fb5C9ADea0298D729A0CB3823Cc07'),
  contract('OTHER', 'DepositWalletBeacon', '0x7A18EDfe055488A3128f01F563e5B479D92ffc3a'),
  contract('OTHER', 'DepositWalletImplementation', '0x58CA52ebe0DadfdF531Cde7062e76746de4Db1eB'),
]

/**
 * A contract set for another deployment, or for this one with pools of the first era added. Throws a RangeError for a
 * repeated address, or unless the collateral and its wrapping are named exactly once.
 */
export function contractSet(contracts: readonly Contract[]): ContractSet {
  const byAddress = new Map<string, Contract>()
  for (const one of contracts) {
    const address = lower(one.address)
    if (byAddress.has(address)) throw new RangeError(`The contract ${address} is named twice.`)
    byAddress.set(address, { ...one, address })
  }
  return {
    contracts: [...byAddress.values()],
    byAddress,
    infrastructure: new Set([...byAddress.values()].map((one) => one.address))
      .add(ZERO_ADDRESS)
      .add(NO_TOKEN_BURN_ADDRESS),
    collateral: only(contracts, 'COLLATERAL'),
    wrappedCollateral: only(contracts, 'WRAPPED_COLLATERAL'),
  }
}

/** A contract set that learns first-era pools as they appear. */
export interface GrowingContractSet extends ContractSet {
  /** Adds a pool, never a trader; its trades are read if it is on the set's own collateral. False if it is known. */
  addPool(pool: Address, collateral: Address): boolean
}

/** A copy of the set that can grow. */
export function growingContractSet(set: ContractSet): GrowingContractSet {
  const contracts = [...set.contracts]
  const byAddress = new Map(set.byAddress)
  const infrastructure = new Set(set.infrastructure)
  return {
    ...set,
    contracts,
    byAddress,
    infrastructure,
    addPool(pool, collateral) {
      if (byAddress.has(pool)) return false
      const kind = collateral === set.collateral ? 'POOL' : 'OTHER'
      const one: Contract = { name: 'pool', address: pool, kind, startBlock: null }
      contracts.push(one)
      byAddress.set(pool, one)
      infrastructure.add(pool)
      return true
    },
  }
}

function only(contracts: readonly Contract[], kind: ContractKind): Address {
  const [first, ...more] = contracts.filter((one) => one.kind === kind)
  if (first === undefined || more.length > 0)
    throw new RangeError(`A contract set needs exactly one ${kind}.`)
  return lower(first.address)
}

export const POLYGON: ContractSet = contractSet(CONTRACTS)

/** Every address on Polygon that never owns a position, in lower case. */
export const INFRASTRUCTURE: ReadonlySet<Address> = POLYGON.infrastructure

/** Whether the address (in lower case) is an exchange: its rows as `taker` mark the order that crossed the book. */
export function isExchange(address: Address, contracts: ContractSet = POLYGON): boolean {
  return contracts.byAddress.get(address)?.kind === 'EXCHANGE'
}
