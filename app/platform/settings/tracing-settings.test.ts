import { describe, expect, it } from 'vitest'
import { settingsErrors } from '../../../tests/support/settings-errors.ts'
import { readSettings } from '../settings.server.ts'

const read = (env: Record<string, string>) => readSettings({ MAAHAD_DEMO: '1', ...env })

describe('the settings of tracing', () => {
  it('send nothing without a collector', () => {
    expect(read({ OTEL_EXPORTER_OTLP_HEADERS: 'a=b', OTEL_TRACES_SAMPLER_ARG: '1' }).tracing).toBeUndefined()
  })

  it('name the address for traces, the service and the headers, whose values are escaped as in an address', () => {
    const { tracing } = read({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/base/',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YTpi=, x-scope = institute',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    })
    expect(tracing).toEqual({
      url: 'https://collector.example/base/v1/traces',
      headers: { Authorization: 'Basic YTpi=', 'x-scope': 'institute' },
      serviceName: 'maahad',
      share: 0.1,
    })
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a header'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=50%'],
    ['OTEL_TRACES_SAMPLER_ARG', '10'],
  ])('refuse %s=%s', (name, value) => {
    expect(settingsErrors(() => read({ [name]: value }))).toEqual([expect.stringContaining(`${name}: `)])
  })
})
