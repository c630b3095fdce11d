import { expect, it } from 'vitest'
import { failureOfError, failureOfStatus } from '../../src/net/failures.ts'

/** Messages of nodes and their vendors, each worded differently. */
it.each([
  [-32005, 'query returned more than 10000 results', 'TOO_MUCH'],
  [
    -32602,
    'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range',
    'TOO_MUCH',
  ],
  [-32600, 'You can make eth_getLogs requests with up to a 10 block range.', 'TOO_MUCH'],
  [-32000, 'exceed maximum block range: 5000', 'TOO_MUCH'],
  [-32614, 'eth_getLogs is limited to a 10,000 range', 'TOO_MUCH'],
  [-32000, 'logs matched by query exceeds limit of 10000', 'TOO_MUCH'],
  [-32602, 'query exceeds max results 20000, retry with the range 1-2', 'TOO_MUCH'],
  [-32000, 'query timeout exceeded', 'TOO_MUCH'],
  [-32000, 'requested too many blocks from 1 to 9000, maximum is set to 2048', 'TOO_MUCH'],
  [-32005, 'daily request count exceeded, request rate limited', 'BUSY'],
  [429, 'Your app has exceeded its compute units per second capacity.', 'BUSY'],
  [-32005, 'limit', 'BUSY'],
  [-32603, 'Internal error', 'BUSY'],
  [-32000, 'header not found', 'BEHIND'],
  [-32000, 'block range extends beyond current head block', 'BEHIND'],
  [-32000, 'invalid block range params', 'BEHIND'],
  [-32001, 'BlockOutOfRangeError: block height is 5 but requested was 9', 'BEHIND'],
  [-32002, 'request timed out', 'TIMEOUT'],
  [-32601, 'the method eth_getLogs does not exist', 'REFUSED'],
  [-32600, 'invalid api key', 'REFUSED'],
] as const)('%i %s', (code, message, kind) => expect(failureOfError(code, message).kind).toBe(kind))

it.each([
  [429, '', 'BUSY'],
  [429, 'query returned more than 10000 results', 'BUSY'],
  [413, '', 'TOO_MUCH'],
  [408, '', 'TIMEOUT'],
  [504, '<html>', 'TIMEOUT'],
  [500, '', 'BUSY'],
  [503, '<html>', 'BUSY'],
  [500, 'query returned more than 10000 results', 'TOO_MUCH'],
  [401, 'no key', 'REFUSED'],
  [404, '', 'REFUSED'],
] as const)('HTTP %i %s', (status, body, kind) => expect(failureOfStatus(status, body, null).kind).toBe(kind))
