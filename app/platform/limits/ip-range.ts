import { isIPv4, isIPv6 } from 'node:net'

/** The network that usually belongs to one visitor: /24 of IPv4, /56 of IPv6. */
export function rangeOf(ip: string): string {
  const v4 = ip.replace(/^::ffff:/i, '')
  if (isIPv4(v4)) return `${v4.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(ip)) return ip
  const groups = expanded(ip.split('%')[0]!).map((group) => Number.parseInt(group, 16))
  const network = [...groups.slice(0, 3), groups[3]! & 0xff00]
  return `${network.map((group) => group.toString(16)).join(':')}::/56`
}

function expanded(ip: string): string[] {
  const [head = '', tail] = ip.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  return [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
}
