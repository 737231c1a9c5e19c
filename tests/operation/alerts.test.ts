/** The alert rules and the dashboard ask for metrics that the product has. */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../support/app.ts'
import { course, learner, order } from '../support/factories.ts'
import { longIt } from '../support/long.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const RULES = join(ROOT, 'deploy/alerts.yaml')
const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({ alert: z.string(), expr: z.string(), annotations: z.object({ runbook: z.string().optional() }) }),
      ),
    }),
  ),
})
const Dashboard = z.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })

const rules = Rules.parse(parse(readFileSync(RULES, 'utf8'))).groups.flatMap((group) => group.rules)
const panels = Dashboard.parse(JSON.parse(readFileSync(join(ROOT, 'deploy/grafana-dashboard.json'), 'utf8'))).panels
const expressions = [...rules, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr)

/** Of PromQL: neither functions, which a bracket follows, nor labels, which are in brackets. */
function metricsOf(expression: string): string[] {
  const outside = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\b(?:by|without)\s*\([^)]*\)/g, '')
    .replace(/\[[^\]]*\]/g, '')
  return [...outside.matchAll(/\b[a-z_]{2,}\b(?!\s*\()/g)].map(([name]) => name).filter((name) => !WORDS.has(name))
}
/** `up` is Prometheus' own. */
const WORDS = new Set(['and', 'or', 'unless', 'by', 'up'])

/** Each metric of PromQL with the labels in its braces, and those that a `by` around it names. */
function labelsOf(expression: string): { metric: string; label: string; value?: string }[] {
  const selected = [...expression.matchAll(/\b([a-z_]{2,})\{([^}]*)\}/g)].flatMap(([, metric, inside]) =>
    [...inside!.matchAll(/(\w+)=(~?)"([^"]*)"/g)].flatMap(([, label, isPattern, values]) =>
      (isPattern ? values!.split('|') : [values!]).map((value) => ({ metric: metric!, label: label!, value })),
    ),
  )
  const grouped = [...expression.matchAll(/\bby\s*\(([^)]*)\)\s*\(([^{[)]*(?:\([^{[)]*)?)/g)].flatMap(
    ([, by, inside]) =>
      metricsOf(`${inside}`).flatMap((metric) => by!.split(',').map((label) => ({ metric, label: label.trim() }))),
  )
  return [...selected, ...grouped]
}
/** Those that Prometheus adds to whatever it reads. */
const ADDED = ['instance', 'job']
/** Values that appear once something has happened. */
const HAPPEN = ['outcome', 'status']

/** What has a metric only when it has happened. */
async function makeThingsHappen(app: TestApp): Promise<void> {
  for (const path of ['/en', '/api/no-such-call']) await fetch(app.address + path)
  await app.services.email.send({ to: 'a@example.com', subject: 'a', text: 'a', html: 'a' } as never)
  const document = { uuid: 'a', hash: 'a', xml: 'a' }
  const unknown = { environment: 'sandbox', credentials: { token: 'a', secret: 'a' }, document } as const
  await expect(app.services.eInvoicing.report(unknown)).rejects.toThrow('HTTP 401')
  const message = { about: 'a', recipient: 'a@example.com', text: 'x', lang: 'ar', created_at: new Date() } as const
  await app.db
    .insertInto('messages')
    .values([
      { ...message, channel: 'email' },
      { ...message, channel: 'email', about: 'b', given_up_at: new Date(), given_up_because: 'refused' },
    ])
    .execute()
  const { id } = await learner(app.db)
  const { id: courseId } = await course(app.db)
  const owed = await order(app.db, { userId: id, courseId, status: 'paid' })
  await app.db
    .insertInto('refunds')
    .values({ id: randomUUID(), order_id: owed.id, status: 'requested', reason: 'a', requested_at: new Date() })
    .execute()
}

describe('the alert rules and the dashboard', () => {
  let app: TestApp
  /** The names and values of labels, by metric. */
  const shown = new Map<string, Map<string, Set<string>>>()
  beforeAll(async () => {
    app = await startTestApp()
    await makeThingsHappen(app)
    const text = await (await fetch(`${app.address}/metrics`)).text()
    for (const [, name, labels] of text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? \S+$/gm)) {
      const known = shown.get(name!) ?? new Map<string, Set<string>>()
      for (const [, label, value] of (labels ?? '').matchAll(/(\w+)="([^"]*)"/g))
        known.set(label!, (known.get(label!) ?? new Set()).add(value!))
      shown.set(name!, known)
    }
  })
  afterAll(() => app.stop())

  it('ask for metrics that there are', () => {
    const asked = [...new Set(expressions.flatMap(metricsOf))]
    expect(asked.length).toBeGreaterThan(15)
    expect(asked.filter((name) => !shown.has(name))).toEqual([])
  })

  it('ask for labels and values that these have', () => {
    const asked = expressions.flatMap(labelsOf).filter(({ metric, label }) => metric !== 'up' && !ADDED.includes(label))
    expect(asked.length).toBeGreaterThan(20)
    const isThere = ({ metric, label, value }: (typeof asked)[number]) => {
      const values = shown.get(metric)?.get(label)
      return values && (value === undefined || HAPPEN.includes(label) || values.has(value))
    }
    const missing = asked
      .filter((one) => !isThere(one))
      .map(({ metric, label, value }) => `${metric} ${label} ${value}`)
    expect([...new Set(missing)]).toEqual([])
  })

  it('lead to parts of the manual that exist', () => {
    const manual = readFileSync(join(ROOT, 'docs/operation.md'), 'utf8')
    const anchors = new Set(
      [...manual.matchAll(/^#+ (.+)$/gm)].map(
        ([, title]) =>
          `docs/operation.md#${title!
            .toLowerCase()
            .replace(/[^\w -]/g, '')
            .replaceAll(' ', '-')}`,
      ),
    )
    const named = rules.flatMap(({ annotations }) => annotations.runbook ?? [])
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((runbook) => !anchors.has(runbook))).toEqual([])
  })

  longIt('are accepted by promtool, of the package prometheus', () => {
    const checked = spawnSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' })
    expect(checked.error).toBeUndefined()
    expect(checked.status, checked.stderr).toBe(0)
  })
})
