import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type FormattedExecutionResult, GraphQLError, type GraphQLSchema, parse } from 'graphql'
import { CloseCode } from 'graphql-ws'
import { type Extra, useServer } from 'graphql-ws/use/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import { holdsCredential } from '../../access/identity/hide-secrets.ts'
import { clientAddress } from '../../access/identity/identify.ts'
import type { TrustProxy } from '../../config/config-values.ts'
import { CHALLENGE } from '../../errors.ts'
import { OPENING_ID } from './persisted-operations.ts'
import { type Answers, NotRun, type Sender, streamOperation } from './stream-operation.ts'

/** The limits of WebSockets: those of request bodies and of a caller's streams apply. */
const LIMITS = {
  /** Open connections of one address. */
  perAddress: 50,
  /** Operations in progress on one. */
  operations: 20,
  /** Messages on one within a second, pings included. */
  messages: 100,
  /** Bytes of a message. */
  bytes: 100_000,
}

export interface WebSocketOptions {
  schema: GraphQLSchema
  trustProxy: TrustProxy
}

/** Milliseconds for the final messages of operations when the service ends, and then for the closing handshake. */
const LAST_WORDS = 1_000
/** The WebSocket close code "Try again later". */
const CLOSE_BUSY = 1_013
/** Declares every operation a subscription; the endpoint determines its real kind. */
const STREAM = parse('subscription { answers }')

/** The state of an open connection. */
interface Known extends Extra, Record<PropertyKey, unknown> {
  sender?: Sender
  running?: Set<object>
}

/**
 * `/graphql` over WebSocket, in the protocol graphql-transport-ws. Each operation goes through the endpoint as a request of its
 * own, with the headers of the upgrade, and `authorization` or `apiKey` of the payload of `connection_init`.
 */
export function registerWebSocket(app: FastifyInstance, { schema, trustProxy }: WebSocketOptions): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LIMITS.bytes })
  const running = new Set<object>()
  const server = useServer<Record<string, unknown>, Known>(
    {
      isProd: true,
      schema,
      async onConnect({ connectionParams, extra }) {
        extra.sender = senderOf(extra.request, connectionParams)
        const refusal = await refusalOf(app, extra.sender)
        if (refusal === null) return true
        const isWrong = refusal.errors[0]?.extensions?.code === 'UNAUTHENTICATED'
        extra.socket.close(isWrong ? CloseCode.Unauthorized : CLOSE_BUSY, refusal.message.slice(0, 100))
        return false
      },
      async onSubscribe({ extra }, _id, payload) {
        const { sender, socket } = extra
        extra.running ??= new Set()
        const own = extra.running
        if (sender === undefined || own.size >= LIMITS.operations) {
          const message = `At most ${LIMITS.operations} operations can run at the same time.`
          socket.close(CLOSE_BUSY, message)
          return [new GraphQLError(message, { originalError: new NotRun([{ message }]) })]
        }
        const operation = {}
        own.add(operation)
        running.add(operation)
        const onEnd = () => {
          own.delete(operation)
          running.delete(operation)
        }
        try {
          const answers = await streamOperation(app, sender, payload, onEnd)
          // The client disconnected meanwhile.
          if (socket.readyState !== socket.OPEN) await answers.return()
          return { schema, document: STREAM, rootValue: answers }
        } catch (failure) {
          onEnd()
          if (!(failure instanceof Error)) throw failure
          return [new GraphQLError(failure.message, { originalError: failure })]
        }
      },
      subscribe: ({ rootValue }) => rootValue as Answers,
      // Unchanged: they are not objects of graphql-js.
      onNext: (_context, _id, _payload, _args, result) => result as FormattedExecutionResult,
      onError(_context, _id, _payload, [error]) {
        const cause = error?.originalError
        if (cause instanceof NotRun) return cause.errors
        app.log.error(cause, 'an operation over WebSocket failed')
        return [{ message: 'Internal error.', extensions: { code: 'INTERNAL' } }]
      },
    },
    sockets,
  )
  sockets.on('connection', (socket) => {
    // The package logs callers' mistakes to the console; closing the WebSocket reports them with a code.
    socket.removeAllListeners('error').on('error', (error) => app.log.debug(error, 'a WebSocket failed'))
    boundMessages(socket, LIMITS.messages)
  })
  app.server.on('upgrade', createUpgrade(app, { sockets, trustProxy }))
  app.addHook('preClose', async () => {
    const deadline = Date.now() + LAST_WORDS
    while (running.size > 0 && Date.now() < deadline) await sleep(10)
    await Promise.race([server.dispose(), sleep(LAST_WORDS)])
    for (const socket of sockets.clients) socket.terminate()
  })
}

/** Headers of an upgrade that identify the caller; the others are the WebSocket's own. */
const IDENTITY = [
  'authorization',
  'x-api-key',
  'x-forwarded-for',
  'user-agent',
  'origin',
  'traceparent',
] as const

function senderOf({ headers, socket }: IncomingMessage, params: Record<string, unknown> = {}): Sender {
  const identity = Object.fromEntries(
    IDENTITY.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])),
  )
  const { authorization, apiKey } = params
  return {
    headers: {
      ...identity,
      ...(typeof authorization === 'string' && { authorization }),
      ...(typeof apiKey === 'string' && { 'x-api-key': apiKey }),
    },
    remoteAddress: socket.remoteAddress ?? '',
  }
}

/** The reason to refuse a connection, or null; opening one counts as a request. */
async function refusalOf(app: FastifyInstance, sender: Sender): Promise<NotRun | null> {
  try {
    for await (const _ of await streamOperation(app, sender, { documentId: OPENING_ID }));
    return null
  } catch (failure) {
    if (failure instanceof NotRun) return failure
    throw failure
  }
}

/** Closes a WebSocket with too many messages within a second, including the protocol's own pings and pongs. */
function boundMessages(socket: WebSocket, most: number): void {
  let [second, count] = [0, 0]
  const take = () => {
    const now = Math.floor(performance.now() / 1_000)
    count = now === second ? count + 1 : 1
    second = now
    if (count > most) socket.close(CLOSE_BUSY, `At most ${most} messages per second.`)
  }
  for (const kind of ['message', 'ping', 'pong']) socket.on(kind, take)
}

interface UpgradeOptions extends Pick<WebSocketOptions, 'trustProxy'> {
  sockets: WebSocketServer
}

/** Handles requests to upgrade the protocol: only WebSocket at `/graphql`. */
function createUpgrade(app: FastifyInstance, { sockets, trustProxy }: UpgradeOptions) {
  const open = new Map<string, number>()
  const addressOf = ({ socket, headers }: IncomingMessage) =>
    clientAddress(socket.remoteAddress, headers['x-forwarded-for'], trustProxy)
  const refusalOf = (request: IncomingMessage) => {
    const { url = '' } = request
    if (!/^\/graphql\/?(?:\?|$)/.test(url)) return '404 Not Found'
    if (holdsCredential(url)) return `401 Unauthorized\r\nWWW-Authenticate: ${CHALLENGE}`
    return (open.get(addressOf(request)) ?? 0) >= LIMITS.perAddress ? '429 Too Many Requests' : null
  }
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy())
    const refusal = refusalOf(request)
    // Some clients offer other protocols and continue without them, such as curl with h2c.
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') answerPlainly(app, request, socket)
    else if (refusal !== null)
      socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    else {
      count(open, addressOf(request), 1)
      socket.once('close', () => count(open, addressOf(request), -1))
      sockets.handleUpgrade(request, socket, head, (one) => sockets.emit('connection', one, request))
    }
  }
}

function count(numbers: Map<string, number>, name: string, change: 1 | -1): void {
  const number = (numbers.get(name) ?? 0) + change
  if (number > 0) numbers.set(name, number)
  else numbers.delete(name)
}

/** Answers as if the client had offered no other protocol. */
function answerPlainly(app: FastifyInstance, request: IncomingMessage, socket: Duplex): void {
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(request.socket)
  response.once('finish', () => socket.end())
  app.server.emit('request', request, response)
}
