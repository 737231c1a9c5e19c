import { AggregatorRegistry, Histogram, Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { durationHistogram } from './duration-histogram.ts'

const ABOUT = { name: 'answer_seconds', help: 'Time to the answer.', buckets: [0.005, 0.1, 2] }
const OBSERVED = [
  ['page', 0.001],
  ['page', 0.005],
  ['api', 0.0051],
  ['page', 1.5],
  ['api', 30],
] as const

function both() {
  const [ours, theirs] = [new Registry(), new Registry()]
  const own = durationHistogram<'page' | 'api'>(ABOUT)
  ours.registerMetric(own.metric)
  const other = new Histogram({ ...ABOUT, labelNames: ['kind'], registers: [theirs] })
  for (const [kind, seconds] of OBSERVED) {
    own.observe(kind, seconds)
    other.observe({ kind }, seconds)
  }
  return { ours, theirs }
}

describe('a histogram of durations', () => {
  it("shows what the library's shows", async () => {
    const { ours, theirs } = both()
    expect(await ours.metrics()).toBe(await theirs.metrics())
    expect(await ours.metrics()).toContain('answer_seconds_bucket{le="0.005",kind="page"} 2')
  })

  it('is added to those of other processes', async () => {
    const { ours, theirs } = both()
    const together = await AggregatorRegistry.aggregate([
      await ours.getMetricsAsJSON(),
      await theirs.getMetricsAsJSON(),
    ])
    expect(await together.metrics()).toContain('answer_seconds_count{kind="page"} 6')
  })

  it('has nothing before the first', async () => {
    const register = new Registry()
    register.registerMetric(durationHistogram(ABOUT).metric)
    expect(await register.metrics()).toBe(
      '# HELP answer_seconds Time to the answer.\n# TYPE answer_seconds histogram\n',
    )
  })
})
