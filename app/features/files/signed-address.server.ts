/** Signed addresses that open a file for a limited time. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Services } from '../../platform/context.server.ts'
import { derivedKey } from '../../platform/settings.server.ts'
import { fileAddress } from './file-links.ts'

type Deps = Pick<Services, 'settings' | 'now'>

/** @param name one of the file's names in storage, or its file name */
export function signedFileAddress(services: Deps, id: string, name: string, seconds: number): string {
  const until = Math.floor(services.now().getTime() / 1000) + seconds
  const query = new URLSearchParams({ until: String(until), key: keyOf(services, id, name, until) })
  return `${fileAddress(id, name)}?${query}`
}

/** For how many seconds an address is still valid; `wrong` when its signature is not ours. */
export function validity(
  services: Deps,
  id: string,
  name: string,
  { until, key }: { until: string | undefined; key: string | undefined },
): number | 'wrong' | 'expired' {
  if (!until || !key || !/^\d{1,12}$/.test(until)) return 'wrong'
  const [expected, received] = [keyOf(services, id, name, Number(until)), key].map((text) => Buffer.from(text))
  if (expected!.length !== received!.length || !timingSafeEqual(expected!, received!)) return 'wrong'
  const seconds = Number(until) - services.now().getTime() / 1000
  return seconds > 0 ? seconds : 'expired'
}

function keyOf({ settings }: Deps, id: string, name: string, until: number): string {
  return createHmac('sha256', derivedKey(settings, 'files')).update(`${id}\n${until}\n${name}`).digest('base64url')
}
