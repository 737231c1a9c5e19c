/** The sandbox's style sheets and fonts: IBM Plex, so that its pages look different from the institute's. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const FAMILY = '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic'
const STYLES = ['sandbox.css', 'sandbox-cards.css', 'sandbox-bank.css', 'sandbox-type.css']
const TYPE = /^plex-(arabic|latin)-(400|600)\.woff2$/

export type SandboxFile = { content: Buffer; type: string; cache: string }

const cache = new Map<string, SandboxFile>()

/** Undefined for an unknown name. */
export function sandboxFile(name: string): SandboxFile | undefined {
  const known = cache.get(name)
  if (known) return known
  const file = read(name)
  if (file) cache.set(name, file)
  return file
}

function read(name: string): SandboxFile | undefined {
  const [, script, weight] = TYPE.exec(name) ?? []
  if (script) {
    const path = createRequire(import.meta.url).resolve(`${FAMILY}-${script}-${weight}-normal.woff2`)
    return { content: readFileSync(path), type: 'font/woff2', cache: 'public, max-age=31536000, immutable' }
  }
  if (!STYLES.includes(name)) return undefined
  const content = readFileSync(join(import.meta.dirname, name))
  return { content, type: 'text/css; charset=utf-8', cache: 'public, max-age=3600' }
}
