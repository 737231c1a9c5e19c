/** What makes the browser's files lighter after they are built. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minify } from 'terser'

export async function lighten(client: string): Promise<void> {
  lightenManifest(client)
  await minifyAgain(client)
}

type Route = Record<string, unknown> & { id: string; imports?: unknown }
type Manifest = { routes: Record<string, Route> }

/** Most routes are so; what differs is written. */
const USUAL = { parentId: 'shell/layout', hasLoader: true, hasDefaultExport: true }

/**
 * The browser's list of routes without what it says for preloading, which this product does not do: each page's files
 * name what they import themselves. What most routes have in common is put back by the list itself.
 */
function lightenManifest(client: string) {
  const [file] = globSync('assets/manifest-*.js', { cwd: client })
  const path = join(client, file!)
  const [, json] = /^window\.__reactRouterManifest=(\{.*\});?\s*$/s.exec(readFileSync(path, 'utf8'))!
  const manifest = JSON.parse(json!) as Manifest
  for (const route of Object.values(manifest.routes)) {
    const { id, imports, ...said } = route
    for (const name of Object.keys(route)) delete route[name]
    for (const [name, usual] of Object.entries(USUAL))
      if (!(name in said)) route[name] = typeof usual === 'boolean' ? false : null
    for (const [name, value] of Object.entries(said))
      if (value !== false && value !== USUAL[name as keyof typeof USUAL]) route[name] = value
      else if (value === false && USUAL[name as keyof typeof USUAL] === true) route[name] = false
  }
  writeFileSync(
    path,
    `let m=${JSON.stringify(manifest)},r=m.routes,i;for(i in r)r[i]={id:i,...${JSON.stringify(USUAL)},...r[i]};window.__reactRouterManifest=m`,
  )
}

/** The bundler's minifier first and terser after it leave less than either alone. */
async function minifyAgain(client: string) {
  for (const file of globSync('assets/*.js', { cwd: client })) {
    const path = join(client, file)
    const { code } = await minify(readFileSync(path, 'utf8'), { module: true, compress: { passes: 2 } })
    writeFileSync(path, code!)
  }
}
