import { describe, expect, it } from 'vitest'
import { welcome } from '../../src/cli/serve/serve-store.ts'
import { CONFIG_VARIABLES } from '../../src/config/config-variables.ts'
import { callPequod, rememberingScreen } from './support/call-pequod.ts'

describe('pequod serve', () => {
  it('exits with 2 where the environment cannot be used, and names the variable', async () => {
    const names = ['PORT', 'WHALE_DELAY_MINUTES', 'DATABASE_URL', 'PUBLIC_URL', 'TRUST_PROXY']
    for (const name of names) {
      expect(CONFIG_VARIABLES.map((variable) => variable.name)).toContain(name)
      const { status, stderr } = await callPequod(['serve'], { [name]: 'abc', LOG_LEVEL: 'silent' })
      expect([name, status]).toEqual([name, 2])
      expect(stderr).toContain(name)
    }
  })

  it('names the page to open first', () => {
    const { screen, said } = rememberingScreen()
    welcome(screen, 'http://127.0.0.1:4000', null)
    expect(said.stdout.split('\n').find((line) => line.includes('http://127.0.0.1:4000/'))).toMatch(
      /^ +Open +http:\/\/127\.0\.0\.1:4000\/$/,
    )
  })
})
