/** `npm run bench [name …]`: runs every benchmark of `bench/`, or the named ones, and prints the figures. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'bench')
const names = process.argv.slice(2)
let isWithinLimits = true

for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .sort()) {
  const name = file.replace(/\.ts$/, '')
  if (names.length > 0 && !names.includes(name)) continue
  const { bench } = (await import(join(folder, file))) as { bench?: () => Promise<boolean> }
  if (!bench) continue
  console.log(`\n=== ${name}\n`)
  isWithinLimits = (await bench()) && isWithinLimits
}

process.exit(isWithinLimits ? 0 : 1)
