import { spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The service's peers, each in a folder of its own, with extra arguments for npm. */
const PEERS = {
  autocannon: { version: '9.0.0', options: [] },
  // Without its peers it finds this repository's graphql: a schema of another copy of graphql is refused.
  mercurius: { version: '16.10.1', options: ['--legacy-peer-deps'] },
  postgraphile: { version: '5.1.5', options: [] },
} as const satisfies Record<string, { version: string; options: readonly string[] }>

/** A program that the service is measured against. */
export type Peer = keyof typeof PEERS

/**
 * Installs a peer at its pinned version into `bench/.peers`, which git ignores, unless it is installed.
 * @throws Error if npm cannot install it
 */
export async function installPeer(peer: Peer): Promise<void> {
  const { version, options } = PEERS[peer]
  const folder = folderOf(peer)
  if ((await installedVersion(peer)) === version) return
  await mkdir(folder, { recursive: true })
  // npm takes a folder without a package.json for a part of the repository.
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
  const install = [
    'install',
    `${peer}@${version}`,
    '--save-exact',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
  ]
  const { status } = spawnSync('npm', [...install, '--loglevel=error', ...options], {
    cwd: folder,
    // Not among what the bench prints.
    stdio: ['ignore', process.stderr, process.stderr],
  })
  if (status !== 0) throw new Error(`npm could not install ${peer}@${version}`)
}

/** Loads a module of an installed peer, `postgraphile/grafserv` say. It comes without types. */
export function loadPeer(peer: Peer, module: string): unknown {
  return createRequire(join(folderOf(peer), 'package.json'))(module)
}

/** A peer's name with its version. */
export function peerName(peer: Peer): string {
  return `${peer} ${PEERS[peer].version}`
}

function folderOf(peer: Peer): string {
  return join(import.meta.dirname, '../.peers', peer)
}

async function installedVersion(peer: Peer): Promise<string | null> {
  const path = join(folderOf(peer), 'node_modules', peer, 'package.json')
  const text = await readFile(path, 'utf8').catch(() => null)
  return text === null ? null : String(JSON.parse(text).version)
}
