/** Which addresses of the internet the server may ask on behalf of a text: none of its own network. */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** IPv4 that is not of the public internet (IANA special-purpose registry, RFC 6890). */
const REFUSED_4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Within 2000::/3, the only IPv6 that is routed: what leads to IPv4 by another name, or is for documents. */
const REFUSED_6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const refused = new BlockList()
for (const [network, prefix] of REFUSED_4) refused.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of REFUSED_6) refused.addSubnet(network, prefix, 'ipv6')
const routed = new BlockList()
routed.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is one of the public internet; anything that is no plain address is not. */
export function isPublicAddress(ip: string): boolean {
  if (isIPv4(ip)) return !refused.check(ip, 'ipv4')
  if (!isIPv6(ip) || ip.includes('%')) return false
  // Loopback, link-local, unique local, multicast, mapped and translated IPv4 are all outside 2000::/3.
  return routed.check(ip, 'ipv6') && !refused.check(ip, 'ipv6')
}
