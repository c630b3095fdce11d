import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { chainClient } from '../../../src/sources/rpc/chain-client.ts'

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

/** Whether Anvil can be started here. CI never does without: there the tests run, and fail. */
export const anvilTests = Boolean(process.env.CI) || spawnSync(binary(), ['--version']).status === 0

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

/** Starts Anvil on a free port, with blocks mined only when asked for. */
export async function startAnvil(...flags: string[]): Promise<Anvil> {
  const child = spawn(binary(), [...FLAGS, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = `http://${await addressOf(child)}`
  const client = chainClient({ url })
  return {
    url,
    call: async (method, ...params) => (await client.ask([{ method, params }]))[0],
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.once('error', reject)
    child.once('exit', () => reject(new Error('anvil ended before it was ready')))
    child.stdout?.on('data', (chunk) => {
      text = (text + String(chunk)).slice(-1_000)
      const address = /Listening on (\S+)/.exec(text)?.[1]
      if (address !== undefined) resolve(address)
    })
  })
}
