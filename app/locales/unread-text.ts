const MOST = 99

/** A count in a small round mark, which has room for two digits. */
export const unreadText = (count: number) => (count > MOST ? `${MOST}+` : String(count))
