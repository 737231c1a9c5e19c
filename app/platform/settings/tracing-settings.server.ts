/** Where traces are sent. The names are those of OpenTelemetry, so that its documentation applies. */
import { z } from 'zod'

export const tracingEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Such as the token of a hosted collector. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^\s*[\w-]+\s*=[^,]*(,\s*[\w-]+\s*=[^,]*)*$/, 'must be like: authorization=Bearer%20TOKEN,name=value')
    .refine((headers) => !/%(?![0-9a-f]{2})/i.test(headers), 'has a % that begins no escaped character')
    .optional(),
  OTEL_SERVICE_NAME: z.string().default('maahad'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
}
const Environment = z.object(tracingEnvironment)
type Read = z.infer<typeof Environment>

export type TracingSettings = {
  /** The collector's address for traces. */
  url: string
  headers: Record<string, string>
  serviceName: string
  /** Which part of all traces is sent, between 0 and 1. */
  share: number
}

/** Undefined when traces are off. */
export function tracingSettings(read: Read): TracingSettings | undefined {
  if (!read.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined
  return {
    url: `${read.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`,
    headers: headersIn(read.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    serviceName: read.OTEL_SERVICE_NAME,
    share: read.OTEL_TRACES_SAMPLER_ARG,
  }
}

function headersIn(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name, ...value] = pair.split('=')
      return [name!.trim(), decodeURIComponent(value.join('=').trim())]
    }),
  )
}
