import { expect, test } from 'vitest'
import { whileSoleFollower } from '../../../src/cli/commands/follow.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { rememberingScreen } from '../support/call-pequod.ts'

describeEngines(
  'the sole follower',
  (open) => {
    test('waits to be the follower again when the server ends its connection, and fails on anything else', async () => {
      const { db, address } = await open()
      const { screen, said } = rememberingScreen()
      const failures = ['SELECT pg_terminate_backend(pg_backend_pid())', 'SELECT 1 / 0']
      const turns = failures.values()
      const following = whileSoleFollower(
        { screen, env: {} },
        address,
        new AbortController().signal,
        async () => void (await db.get(turns.next().value ?? 'SELECT 1')),
      )
      await expect(following).rejects.toThrow('division by zero')
      expect(said.stderr).toBe('Another process has taken over following: waiting to take over again.\n')
    })
  },
  ['postgres'],
)
