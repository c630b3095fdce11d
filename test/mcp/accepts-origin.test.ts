import { expect, test } from 'vitest'
import { acceptsOrigin } from '../../src/mcp/register-mcp.ts'

const site = 'https://site.example'

test.each([
  ['a program, which sends none', undefined, '127.0.0.1:4000', [], true],
  ['a site that the operator named', site, 'pequod.example', [site], true],
  ['any site where the operator said so', site, 'pequod.example', 'any', true],
  ['another site', site, 'pequod.example', ['https://other.example'], false],
  ['another site on this computer', 'http://localhost:3000', 'localhost:4000', [], false],
  ['a page of the service on this computer', 'http://127.0.0.1:4000', '127.0.0.1:4000', [], true],
  ['the same by its name', 'http://localhost:4000', 'localhost:4000', [], true],
  ['the same on IPv6', 'http://[::1]:4000', '[::1]:4000', [], true],
  ['a name that was pointed at this computer', 'http://evil.example:4000', 'evil.example:4000', [], false],
  ['a name that only begins like it', 'http://localhost.evil.example', 'localhost.evil.example', [], false],
  ['a page without an origin', 'null', '127.0.0.1:4000', [], false],
] as const)('a page may ask: %s', (_, origin, host, allowed, accepted) => {
  expect(acceptsOrigin({ origin, host }, allowed)).toBe(accepted)
})
