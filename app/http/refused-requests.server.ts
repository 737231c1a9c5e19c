/** Requests that no route answers: with a method of another protocol, or for another site's host. */
import type { MiddlewareHandler } from 'hono'
import { isLoopback } from '../platform/settings/installation-mode.server.ts'
import type { Settings } from '../platform/settings.server.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Read by machines that know this process by another address, such as a load balancer or Prometheus. */
const FOR_MACHINES = ['/healthz', '/readyz', '/metrics']

/** TRACE would repeat a visitor's cookies, and WebDAV's methods mean nothing here. The API says so in its own shape. */
export const refuseUnknownMethods: MiddlewareHandler = async (c, next) => {
  if (METHODS.includes(c.req.method)) return next()
  return c.text('This method is not supported.', 405, { Allow: METHODS.join(', ') })
}

type AddressSettings = Pick<Settings, 'publicUrl' | 'host'>

/** Whether a host, as requests name it, is this server. */
export function hostCheck({ publicUrl, host }: AddressSettings): (requested: string) => boolean {
  const { protocol, host: publicHost } = new URL(publicUrl)
  return (requested) => {
    if (!URL.canParse(`${protocol}//${requested}`)) return false
    const url = new URL(`${protocol}//${requested}`)
    return url.host === publicHost || url.hostname.replace(/^\[|\]$/g, '') === host || isLoopback(url.hostname)
  }
}

/** Hosts whose check is remembered; anybody can send any number of them. */
const MAX_HOSTS = 100

/** The same check, whose accepted hosts are remembered. */
export function rememberedHostCheck(settings: AddressSettings): (requested: string) => boolean {
  const isOurs = hostCheck(settings)
  const accepted = new Set<string>()
  return (requested) => {
    if (accepted.has(requested)) return true
    if (!isOurs(requested)) return false
    if (accepted.size >= MAX_HOSTS) accepted.clear()
    accepted.add(requested)
    return true
  }
}

/**
 * Answers at the public address only, and on this machine at its loopback names. A page of another site whose name was
 * pointed at this server (DNS rebinding) is refused, and so is a proxy that does not pass the visitor's Host on.
 */
export function refuseOtherHosts(settings: AddressSettings): MiddlewareHandler {
  const { publicUrl } = settings
  const isOurs = hostCheck(settings)
  return async (c, next) => {
    if (FOR_MACHINES.includes(c.req.path)) return next()
    const requested = c.req.header('host')
    if (!requested) return c.text('The Host header is missing.', 400)
    // A request may also name its host in its first line: GET http://host/path.
    if (isOurs(requested) && isOurs(new URL(c.req.url).host)) return next()
    return c.text(`This server answers at ${publicUrl} only.`, 421)
  }
}
