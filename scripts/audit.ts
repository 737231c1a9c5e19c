/**
 * `npm run audit`: asks the registry for advisories about the installed packages; fails for each that is not accepted, and
 * for each entry of the list that accepts nothing. `npm run audit -- --list FILE` writes the packages of production as
 * CycloneDX.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { acceptedIn, deadEntries, findings, reportedIn } from './advisories.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const npm = (...args: string[]) => spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })

const args = process.argv.slice(2)
if (args[0] === '--list' && args[1]) {
  const { status, stdout, stderr } = npm(
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
    '--omit',
    'dev',
  )
  if (status !== 0) throw new Error(stderr)
  writeFileSync(args[1], stdout)
  console.log(`${JSON.parse(stdout).components.length} packages are listed in ${args[1]}.`)
  process.exit(0)
}

const accepted = acceptedIn(read('docs/accepted-advisories.yaml'))
const reported = reportedIn(npm('audit', '--json').stdout)
const dead = deadEntries(accepted, read('package-lock.json'))
const found = [...dead, ...findings(reported ?? [], reported ? accepted : [], new Date().toISOString().slice(0, 10))]
for (const line of found) console.error(line)
if (!reported) console.error('The registry did not say which advisories there are.')
else console.log(`${reported.length} advisories, ${accepted.length} of them accepted.`)
process.exit(found.length > 0 || !reported ? 1 : 0)
