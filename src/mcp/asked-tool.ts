/** The name of the tool that a message of JSON-RPC calls; null for any other message. */
export function askedTool(message: unknown): string | null {
  if (typeof message !== 'object' || message === null) return null
  if (!('method' in message) || message.method !== 'tools/call' || !('params' in message)) return null
  const { params } = message
  if (typeof params !== 'object' || params === null || !('name' in params)) return null
  return typeof params.name === 'string' ? params.name : null
}
