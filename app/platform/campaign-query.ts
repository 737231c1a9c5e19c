/** The parameters by which campaigns mark their links. Pages don't read them: such a link has the page without them. */

const CLICK_IDS = 'gclid|gbraid|wbraid|dclid|fbclid|msclkid|ttclid|sccid|twclid|li_fat_id|mc_cid|mc_eid'
const PARAMETER = new RegExp(`^(?:utm_[a-z_]{1,30}|${CLICK_IDS})(?:=|$)`, 'i')

/** The address as it is without them, with everything else as it was written; unchanged when it has none. */
export function withoutCampaign(address: string): string {
  const queryAt = address.indexOf('?')
  if (queryAt < 0) return address
  const parts = address.slice(queryAt + 1).split('&')
  const others = parts.filter((part) => !PARAMETER.test(part))
  if (others.length === parts.length) return address
  const path = address.slice(0, queryAt)
  return others.length === 0 ? path : `${path}?${others.join('&')}`
}
