import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { PequodError } from '../errors.ts'

/** A failed call as the result of its tool, where a model can read it: the code, our sentence, and when to try again. */
export function toolFailure({ code, message, problems, retryAfter }: PequodError): CallToolResult {
  const isTold = retryAfter === null || /try again after/i.test(message)
  const again = isTold ? '' : ` Try again after ${retryAfter} s.`
  return {
    content: [{ type: 'text', text: `${code}: ${message}${again}` }],
    isError: true,
    _meta: { code, errors: problems, retryAfter },
  }
}
