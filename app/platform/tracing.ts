/** What is traced: requests and jobs, and their steps (statements, calls to other companies). Off unless a setting names a collector. */
export type SpanAttributes = Record<string, string | number | boolean>

/** A request that was answered here, or a job that was run. */
export type TraceKind = 'request' | 'job'

/**
 * Ends what was begun. A failure is reported by its class only: its message may quote what a person typed.
 * @param more known only at the end
 */
export type EndSpan = (error?: unknown, more?: SpanAttributes) => void

export type Tracing = {
  /**
   * Runs `work` as a trace of its own, or as the continuation of the caller's.
   * @param parent the header `traceparent` of the request
   */
  trace: <Result>(
    name: string,
    kind: TraceKind,
    attributes: SpanAttributes,
    work: (end: EndSpan) => Result,
    parent?: string,
  ) => Result
  /** Begins a step of what is being traced; undefined outside of a trace. */
  step: (name: string, attributes: SpanAttributes) => EndSpan | undefined
  /** For log lines: which trace they belong to. */
  logFields: () => { traceId?: string }
  /** Sends what was not sent yet. */
  stop: () => Promise<void>
}
