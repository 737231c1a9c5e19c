/**
 * Traces by OpenTelemetry's SDK, sent to a collector by OTLP over HTTP. Loaded only when the settings name a collector.
 * Names and attributes are those of OpenTelemetry's semantic conventions.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Attributes,
  type Context,
  context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '../../platform/log.server.ts'
import type { TracingSettings } from '../../platform/settings/tracing-settings.server.ts'
import type { EndSpan, TraceKind, Tracing } from '../../platform/tracing.ts'

/** A collector that does not answer delays the end of the process by no more. */
const STOP_TIMEOUT_MS = 2000
/** Beyond it spans are dropped: a collector that is away costs a bounded amount of memory. */
const MAX_QUEUE = 4096

const KINDS: Record<TraceKind, SpanKind> = { request: SpanKind.SERVER, job: SpanKind.CONSUMER }

/**
 * @param instance tells this process from the others
 * @param log where a collector that cannot be reached is reported
 */
export function otlpTracing(
  { url, headers, serviceName, share }: TracingSettings,
  instance: string,
  log: Log,
): Tracing {
  const report = (message: string) => log.warn({ reason: message }, 'traces could not be sent')
  diag.setLogger(
    { error: report, warn: report, info: () => {}, debug: () => {}, verbose: () => {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const contexts = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(contexts)
  const sampled = new TraceIdRatioBasedSampler(share)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.instance.id': instance }),
    // The share is kept whatever the caller's header says, which anybody can write.
    sampler: new ParentBasedSampler({ root: sampled, remoteParentSampled: sampled, remoteParentNotSampled: sampled }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers }), maxQueueSize: MAX_QUEUE }),
    ],
  })
  const tracer = provider.getTracer('maahad')
  const propagator = new W3CTraceContextPropagator()

  const callerOf = (parent: string | undefined): Context =>
    parent === undefined
      ? ROOT_CONTEXT
      : propagator.extract(
          ROOT_CONTEXT,
          { traceparent: parent },
          { get: (from, name) => from[name as 'traceparent'], keys: Object.keys },
        )

  return {
    trace: (name, kind, attributes, work, parent) => {
      const caller = callerOf(parent)
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, caller)
      return context.with(trace.setSpan(caller, span), () => work(endOf(span)))
    },
    step: (name, attributes) =>
      trace.getActiveSpan()?.isRecording()
        ? endOf(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }))
        : undefined,
    logFields: () => {
      const span = trace.getActiveSpan()
      return span?.isRecording() ? { traceId: span.spanContext().traceId } : {}
    },
    stop: async () => {
      const sent = provider.shutdown().then(() => undefined, String)
      const timeout = sleep(STOP_TIMEOUT_MS, 'the collector did not answer before the end', { ref: false })
      const failure = await Promise.race([sent, timeout])
      if (failure) report(failure)
      context.disable()
      contexts.disable()
      diag.disable()
    },
  }
}

const endOf =
  (span: Span): EndSpan =>
  (error, more: Attributes = {}) => {
    span.setAttributes(more)
    if (error !== undefined) {
      span.setAttribute('error.type', nameOf(error))
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
    span.end()
  }

/** A status as it is; PostgreSQL's errors are told apart by their codes, the others by their classes. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'number' ? String(error) : typeof error
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : error.constructor.name
}
