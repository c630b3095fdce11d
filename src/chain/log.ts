/** One log of a transaction receipt, as an RPC node returns it. Hex may be in either case. */
export interface ChainLog {
  /** The contract that emitted it. */
  address: string
  /** Topic 0 is the event; the indexed arguments follow. */
  topics: readonly string[]
  /** The arguments without an index, as ABI words in hex. */
  data: string
  blockNumber: number
  logIndex: number
  transactionHash: string
  /** The block's time, in seconds since 1970-01-01 UTC. */
  blockTime: number
}
