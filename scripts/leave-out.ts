/** Leaves out of the browser's files the parts of the router that this product never switches on. */
import type { Plugin } from 'vite'

/**
 * What stands for a module of the router: every name that others import from it, as it behaves when its option is off.
 * A name that a later version imports and that is missing here fails the build.
 */
const PARTS: Record<string, string> = {
  // `instrumentations` of the router's entry are not given.
  'lib/router/instrumentation.js': `
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = (router) => router
    export const instrumentHandler = (handler) => handler
    export const instrumentationResultMetaContext = undefined
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined`,
  // `routeDiscovery` is `initial`: a browser knows every route from the beginning.
  'lib/dom/ssr/fog-of-war.js': `
    export const isFogOfWarEnabled = () => false
    export const getPatchRoutesOnNavigationFunction = () => undefined
    export const useFogOFWarDiscovery = () => undefined
    export const getPartialManifest = (manifest) => manifest
    export const getPathsWithAncestors = () => []
    export const getManifestPath = () => ''
    export const handleClientVersionMismatch = async () => false
    export const URL_LIMIT = 7680`,
}

export function leaveOut(): Plugin {
  const left = new Set<string>()
  return {
    name: 'leave-out',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      const part = Object.keys(PARTS).find((path) => id.endsWith(`/react-router/dist/production/${path}`))
      if (!part) return null
      left.add(part)
      return PARTS[part]
    },
    buildEnd(error) {
      if (error) return
      const lost = Object.keys(PARTS).filter((part) => !left.has(part))
      if (lost.length > 0) this.error(`The router has no such part any more: ${lost.join(', ')}`)
    },
  }
}
