import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { acceptedIn, deadEntries, findings, reportedIn } from '../scripts/advisories.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const LOCK = JSON.stringify({ packages: { '': {}, 'node_modules/a/node_modules/@x/b': { version: '1.2.3' } } })
const advisory = { name: '@x/b', title: 'It loops', url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc' }
const REPORT = JSON.stringify({
  vulnerabilities: { a: { via: ['@x/b'] }, '@x/b': { via: [{ ...advisory, severity: 'high' }] } },
})
const entry = (version: string, until = '2027-01-01') =>
  acceptedIn(`- { advisory: GHSA-aaaa-bbbb-cccc, package: '@x/b', version: ${version}, until: '${until}',
    because: only used while the front end is built }`)
const reported = reportedIn(REPORT)!

it('no advisory is accepted for a package that is not installed', () => {
  expect(deadEntries(acceptedIn(read('docs/accepted-advisories.yaml')), read('package-lock.json'))).toEqual([])
})

it('an entry is dead when another version is installed', () => {
  expect(deadEntries(entry('1.2.3'), LOCK)).toEqual([])
  expect(deadEntries(entry('1.2.2'), LOCK)).toEqual(['GHSA-aaaa-bbbb-cccc: @x/b 1.2.2 is not installed'])
})

it('an advisory is found once, unless it is accepted', () => {
  expect(findings(reported, [], '2026-12-01')).toEqual(['GHSA-aaaa-bbbb-cccc (high) @x/b: It loops'])
  expect(findings(reported, entry('1.2.3'), '2026-12-01')).toEqual([])
})

it('an entry is found that is not reported any more, or too old', () => {
  expect(findings([], entry('1.2.3'), '2026-12-01')).toEqual(['GHSA-aaaa-bbbb-cccc is not reported any more'])
  expect(findings(reported, entry('1.2.3', '2026-11-30'), '2026-12-01')).toEqual([
    'GHSA-aaaa-bbbb-cccc was accepted until 2026-11-30',
  ])
})

it('an entry says why', () => {
  expect(() =>
    acceptedIn("- { advisory: GHSA-aaaa-bbbb-cccc, package: b, version: '1', until: '2027-01-01' }"),
  ).toThrow()
})

it('a registry that does not answer is not taken for one that knows nothing', () => {
  expect(reportedIn('{ "message": "405 Method Not Allowed" }')).toBeUndefined()
  expect(reportedIn('')).toBeUndefined()
})
