import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import manifest from '../../package.json' with { type: 'json' }
import { createProgram } from '../../src/cli/program.ts'
import { loadConfig } from '../../src/config/config.ts'
import { CONFIG_VARIABLES } from '../../src/config/config-variables.ts'
import { rememberingScreen } from '../cli/support/call-pequod.ts'

const ROOT = new URL('../../', import.meta.url)
const textOf = (name: string) => readFileSync(fileURLToPath(new URL(name, ROOT)), 'utf8')

/** Whether the program takes these words for one of its commands; nothing is run. */
async function understands(words: readonly string[]): Promise<boolean> {
  const program = createProgram({ screen: rememberingScreen().screen, env: {} })
  for (const command of program.commands) command.action(() => undefined)
  return program.parseAsync(words, { from: 'user' }).then(
    () => true,
    () => false,
  )
}

describe('the Dockerfile', () => {
  const lines = textOf('Dockerfile').split('\n')
  const instructions = (name: string) => lines.filter((line) => line.startsWith(`${name} `))

  it('uses the Node that the tests run on, in every stage', () => {
    const bases = instructions('FROM').map((line) => line.split(' ')[1])
    expect(new Set(bases)).toEqual(new Set([`node:${manifest.devDependencies.node}-slim`]))
  })

  it('copies only existing files, and what the build needs', () => {
    const given = textOf('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
    const copied = instructions('COPY').filter((line) => !line.includes('--from='))
    for (const source of copied.flatMap((line) => line.split(' ').slice(1, -1))) {
      expect(existsSync(new URL(source, ROOT)), source).toBe(true)
      expect(given, source).toContain(`!${source.split('/')[0]}`)
    }
  })

  it('runs a known command as an unprivileged user, with a health check that answers', async () => {
    expect(instructions('USER')).toEqual(['USER node'])
    const command: string[] = JSON.parse(instructions('CMD').at(-1)?.slice('CMD '.length) ?? '[]')
    expect(await understands(command)).toBe(true)
    expect(textOf('Dockerfile')).toContain('/health/live')
  })
})

const SERVICE = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  healthcheck: z.object({}).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  volumes: z.array(z.string()).optional(),
})
const COMPOSE = z.object({ services: z.record(z.string(), SERVICE), volumes: z.record(z.string(), z.null()) })

describe('compose.yaml', () => {
  const { services, volumes } = COMPOSE.parse(parse(textOf('compose.yaml'), { merge: true }))
  const ours = Object.entries(services).filter(([, { image }]) => image === 'pequod')
  const filled = (text: string) =>
    text.replaceAll(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name: string, kind: string, rest: string) =>
      kind === '-' ? rest : `${name}-in-the-file`,
    )

  it.each(ours)('sets existing variables of %s to accepted values', (_, { environment = {} }) => {
    const known = CONFIG_VARIABLES.map(({ name }) => name)
    for (const name of Object.keys(environment)) expect(known).toContain(name)
    const values = Object.entries(environment).map(([name, value]) => [name, filled(value)])
    const config = loadConfig(Object.fromEntries(values))
    expect(config.database).toMatchObject({ kind: 'postgres' })
    expect(config.redisUrl).not.toBeNull()
  })

  it('passes what the docs tell operators to set on', () => {
    const passed = (name: string) =>
      ours.filter(([, { environment = {} }]) => environment[name] === `\${${name}:-}`)
    expect(passed('WHALE_DELAY_MINUTES')).toEqual(ours)
    for (const name of ['PUBLIC_URL', 'EMBED_ORIGINS'])
      expect(passed(name).map(([service]) => service)).toEqual(['serve'])
  })

  it.each(ours)('runs %s by an existing command', async (_, { command = [] }) => {
    expect(await understands(command)).toBe(true)
  })

  it('waits only for services with a health check, and names its volumes', () => {
    for (const { depends_on: needed = {}, volumes: mounted = [] } of Object.values(services)) {
      for (const name of Object.keys(needed)) expect(services[name]?.healthcheck, name).toBeDefined()
      for (const mount of mounted) expect(Object.keys(volumes)).toContain(mount.split(':')[0])
    }
  })
})
