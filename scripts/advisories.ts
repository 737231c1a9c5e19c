/** Advisories that `npm audit` reports, compared with those that docs/accepted-advisories.yaml accepts. */
import { parse } from 'yaml'
import { z } from 'zod'

const Accepted = z.array(
  z.strictObject({
    advisory: z.string().regex(/^GHSA(-[0-9a-z]{4}){3}$/),
    package: z.string(),
    version: z.string(),
    because: z.string().min(20),
    until: z.iso.date(),
  }),
)
export type Accepted = z.output<typeof Accepted>
export type Advisory = { id: string; package: string; severity: string; title: string }

/** https://docs.npmjs.com/cli/commands/npm-audit: an entry of `via` is an advisory, or the name of a package with one. */
const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      via: z.array(
        z.union([z.string(), z.object({ name: z.string(), title: z.string(), url: z.string(), severity: z.string() })]),
      ),
    }),
  ),
})
const Lock = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })

/** @throws when an entry says less than it must */
export const acceptedIn = (yaml: string): Accepted => Accepted.parse(parse(yaml))

/** @returns undefined when the registry did not answer */
export function reportedIn(json: string): Advisory[] | undefined {
  const report = Report.safeParse(JSON.parse(json || '{}'))
  if (!report.success) return undefined
  const found = Object.values(report.data.vulnerabilities).flatMap(({ via }) =>
    via.flatMap((one) =>
      typeof one === 'string'
        ? []
        : { id: one.url.split('/').at(-1)!, package: one.name, severity: one.severity, title: one.title },
    ),
  )
  return [...new Map(found.map((one) => [`${one.id} ${one.package}`, one])).values()]
}

/** Entries that accept nothing any more, as far as the installed packages tell. */
export function deadEntries(accepted: Accepted, lockFile: string): string[] {
  const { packages } = Lock.parse(JSON.parse(lockFile))
  const installed = new Set(
    Object.entries(packages).map(([path, { version }]) => `${path.split('node_modules/').at(-1)} ${version}`),
  )
  return accepted
    .filter((entry) => !installed.has(`${entry.package} ${entry.version}`))
    .map((entry) => `${entry.advisory}: ${entry.package} ${entry.version} is not installed`)
}

/** What somebody must do something about. */
export function findings(reported: Advisory[], accepted: Accepted, today: string): string[] {
  const isOf = (entry: Accepted[number]) => (one: Advisory) =>
    one.id === entry.advisory && one.package === entry.package
  const open = reported.filter((one) => !accepted.some((entry) => isOf(entry)(one)))
  return [
    ...open.map(({ id, package: name, severity, title }) => `${id} (${severity}) ${name}: ${title}`),
    ...accepted
      .filter((entry) => !reported.some(isOf(entry)))
      .map(({ advisory }) => `${advisory} is not reported any more`),
    ...accepted
      .filter(({ until }) => until < today)
      .map(({ advisory, until }) => `${advisory} was accepted until ${until}`),
  ]
}
