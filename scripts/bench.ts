/** `npm run bench [name …]`: runs every file of `bench/` that holds one, and prints its figures. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'bench')
const wanted = process.argv.slice(2)
let good = true

for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .sort()) {
  const name = file.replace(/\.ts$/, '')
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const { bench } = (await import(join(folder, file))) as { bench?: () => Promise<boolean> }
  if (!bench) continue
  console.log(`\n=== ${name}\n`)
  good = (await bench()) && good
}

process.exit(good ? 0 : 1)
