import type { Attributes, Context, Tracer } from '@opentelemetry/api'
import { CommandError } from './errors.ts'

type Api = typeof import('@opentelemetry/api')
type Sdk = typeof import('@opentelemetry/sdk-trace')

/** OpenTelemetry's API and our tracer; null while tracing is off, and then no module of OpenTelemetry is loaded. */
let tracing: { api: Api; tracer: Tracer } | null = null

/** Milliseconds to wait at shutdown for the collector to take the last spans. */
const FLUSH_MS = 3_000

/**
 * Starts tracing if the environment names a collector: spans go there as OTLP over HTTP in JSON. Without one,
 * or with `OTEL_SDK_DISABLED=true` or `OTEL_TRACES_EXPORTER=none`, it loads nothing and {@link traced} only
 * runs its work.
 * @param warn called once if the collector refuses spans
 * @returns a function that sends the last spans and stops tracing
 * @throws CommandError for an invalid endpoint, and for an unknown sampler
 */
export async function startTracing(
  env: NodeJS.ProcessEnv,
  warn: (sentence: string) => void,
): Promise<() => Promise<void>> {
  if (!isWanted(env)) return async () => undefined
  const [api, sdk, { OTLPTraceExporter }, resources, { AsyncLocalStorageContextManager }, core] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
    ])
  const named = resources.resourceFromAttributes({ 'service.name': 'pequod' })
  const provider = new sdk.TracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES come second: they win.
    resource: named.merge(resources.detectResources({ detectors: [resources.envDetector] })),
    sampler: samplerOf(env, sdk),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  api.diag.setLogger(failureLogger(warn), api.DiagLogLevel.ERROR)
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  api.propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  tracing = { api, tracer: provider.getTracer('pequod') }
  return async () => {
    tracing = null
    const timer = new Promise((resolve) => setTimeout(resolve, FLUSH_MS).unref())
    await Promise.race([provider.shutdown(), timer])
    api.context.disable()
    api.propagation.disable()
    api.diag.disable()
  }
}

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const

function isWanted(env: NodeJS.ProcessEnv): boolean {
  if (env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER?.trim() === 'none')
    return false
  const name = ENDPOINTS.find((one) => env[one]?.trim())
  if (name === undefined) return false
  if (!URL.canParse(env[name]?.trim() ?? ''))
    throw new CommandError(`${name} is not a URL: set it to one such as http://localhost:4318.`)
  return true
}

/** The sampler that `OTEL_TRACES_SAMPLER` names, with its share from `OTEL_TRACES_SAMPLER_ARG`. */
function samplerOf(env: NodeJS.ProcessEnv, sdk: Sdk) {
  const name = env.OTEL_TRACES_SAMPLER?.trim() || 'parentbased_always_on'
  const share = Number(env.OTEL_TRACES_SAMPLER_ARG?.trim() || 1)
  const [, parent, kind] = /^(parentbased_)?(always_on|always_off|traceidratio)$/.exec(name) ?? []
  if (kind === undefined || !(share >= 0 && share <= 1))
    throw new CommandError(
      'OTEL_TRACES_SAMPLER must be always_on, always_off or traceidratio, with or without parentbased_ before it, and OTEL_TRACES_SAMPLER_ARG a number from 0 to 1.',
    )
  const root =
    kind === 'always_on'
      ? new sdk.AlwaysOnSampler()
      : kind === 'always_off'
        ? new sdk.AlwaysOffSampler()
        : new sdk.TraceIdRatioBasedSampler(share)
  return parent === undefined ? root : new sdk.ParentBasedSampler({ root })
}

/** The library's own messages may hold a collector's answer: one sentence of ours stands for all of them. */
function failureLogger(warn: (sentence: string) => void) {
  let isSaid = false
  const ignore = () => undefined
  const error = () => {
    if (!isSaid) warn('Traces cannot be sent: check OTEL_EXPORTER_OTLP_ENDPOINT and the collector.')
    isSaid = true
  }
  return { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore }
}

/** True between {@link startTracing} with a collector and its end. */
export function isTracing(): boolean {
  return tracing !== null
}

export interface SpanOptions {
  /** `server` and `client` for the two ends of a request to another process. @default internal */
  kind?: 'server' | 'client'
  /** Neither values of a query nor secrets, addresses of callers or keys. @default {} */
  attributes?: Attributes
  /**
   * True creates a span only within one that has not ended, so that background work creates none.
   * @default false
   */
  isPart?: boolean
}

/**
 * Runs work within a span, which ends with it and records its failure; it only runs it while tracing is off.
 */
export function traced<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  if (tracing === null) return work()
  const { api, tracer } = tracing
  if (options.isPart && !api.trace.getActiveSpan()?.isRecording()) return work()
  return tracer.startActiveSpan(name, spanOptions(api, options), async (span) => {
    try {
      return await work()
    } catch (error) {
      // The sentence may hold what a caller sent.
      span.setStatus({ code: api.SpanStatusCode.ERROR })
      if (error instanceof Error) span.setAttribute('error.type', error.name)
      throw error
    } finally {
      span.end()
    }
  })
}

function spanOptions({ SpanKind }: Api, { kind, attributes = {} }: SpanOptions) {
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT }
  return { attributes, kind: kind === undefined ? SpanKind.INTERNAL : kinds[kind] }
}

/** Adds attributes to the current span, if any. */
export function addToSpan(attributes: Attributes): void {
  tracing?.api.trace.getActiveSpan()?.setAttributes(attributes)
}

/** Returns the W3C headers that continue the trace in another process; empty without a span. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {}
  tracing?.api.propagation.inject(tracing.api.context.active(), headers)
  return headers
}

/** A span of a request that was received, which others nest in and which ends later than what began it. */
export interface ReceivedSpan {
  run<T>(work: () => T): T
  /** Gives it the name that only the routes know. */
  describe(name: string, attributes: Attributes): void
  /** @param isFault true where the failure is ours */
  end(attributes: Attributes, isFault: boolean): void
}

/**
 * Begins the span of a received request, within the trace that its headers name, or as the first of a new one.
 * @returns null while tracing is off
 */
export function receivedSpan(
  name: string,
  headers: Readonly<Record<string, unknown>>,
  attributes: Attributes,
): ReceivedSpan | null {
  if (tracing === null) return null
  const { api, tracer } = tracing
  const from: Context = api.propagation.extract(api.ROOT_CONTEXT, headers)
  const span = tracer.startSpan(name, spanOptions(api, { kind: 'server', attributes }), from)
  const within = api.trace.setSpan(from, span)
  return {
    run: (work) => api.context.with(within, work),
    describe: (own, more) => span.updateName(own).setAttributes(more),
    end(last, isFault) {
      span.setAttributes(last)
      if (isFault) span.setStatus({ code: api.SpanStatusCode.ERROR })
      span.end()
    },
  }
}
