/** The alert rules and the dashboard ask for metrics that the product has. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { startTestApp, type TestApp } from './support/app.ts'
import { longIt } from './support/long.ts'

const ROOT = join(import.meta.dirname, '..')
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

describe('the alert rules and the dashboard', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  it('ask for metrics that there are, with labels that they have', async () => {
    const shown = await (await fetch(`${app.address}/metrics`)).text()
    const known = new Set([...shown.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
    const asked = [...new Set(expressions.flatMap(metricsOf))]
    expect(asked.length).toBeGreaterThan(15)
    expect(asked.filter((name) => !known.has(name.replace(/_bucket$/, '')))).toEqual([])
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
