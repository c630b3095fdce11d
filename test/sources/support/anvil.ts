import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { chainClient } from '../../../src/sources/rpc/chain-client.ts'
import { isWholeLane } from '../../support/lane.ts'
import { startProgram } from '../../support/running-program.ts'

/** A real chain of its own on loopback. */
export interface Anvil {
  url: string
  /** One JSON-RPC call. */
  call(method: string, ...params: unknown[]): Promise<unknown>
  close(): Promise<void>
}

function binary(): string {
  try {
    return createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/bin/anvil')
  } catch {
    return 'anvil'
  }
}

/** Whether tests start Anvil in this run. CI always runs them: without Anvil they fail there. */
export const anvilTests =
  isWholeLane && (Boolean(process.env.CI) || spawnSync(binary(), ['--version']).status === 0)

const FLAGS = [
  '--port',
  '0',
  '--no-mining',
  '--order',
  'fifo',
  '--gas-limit',
  '1000000000',
  '--base-fee',
  '0',
]

/** Starts Anvil on a free port, with blocks mined only on request. */
export async function startAnvil(...flags: string[]): Promise<Anvil> {
  const program = await startProgram(binary(), [...FLAGS, ...flags], /(?<=Listening on )\S+(?=\s)/)
  const url = `http://${program.ready}`
  const client = chainClient({ url })
  return {
    url,
    call: async (method, ...params) => (await client.ask([{ method, params }]))[0],
    close: async () => void (await program.kill()),
  }
}
