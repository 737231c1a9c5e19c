/** The visitor that a template is made for: unguessable markers in place of everything that differs by visitor. */
import { randomBytes, randomInt } from 'node:crypto'
import type { ShownVisitor } from '../../request-context.ts'

/** What differs between the pages of two visitors of one shape. */
export type Slot = 'userName' | 'initials' | 'colour' | 'email' | 'unread' | 'picture' | 'nonce'

/** The values of the slots for one visitor. */
export type SlotValues = Readonly<Record<Slot, string>>

/** On what of a visitor a page's form depends. Visitors of one shape have the same page but for its slots. */
export type Shape = { role: ShownVisitor['lastRole']; hasPicture: boolean }

export type Placeholder = {
  visitor: ShownVisitor
  values: SlotValues
  /** What may not be left in the fixed parts of a page: what even a piece of a marker contains. */
  traces: readonly string[]
}

const UPLOADED = /^\/media\/([\w-]{1,200})\/512\.webp$/
/** A nonce has this length and characters that no encoding changes. */
const NONCE_BYTES = 16
const POOLED_NONCES = 256
/** An arbitrary bound, far above what the forms allow. */
const MAX_LENGTH = 2000

/** The shape of a visitor and the values of the slots; undefined when only a page of their own will do. */
export function slotsOf(
  { userName, initials, colour, email, profilePicture, lastRole, unread }: ShownVisitor,
  nonce: string,
): { shape: Shape; values: SlotValues } | undefined {
  const picture = profilePicture === null ? '' : UPLOADED.exec(profilePicture)?.[1]
  if (picture === undefined) return undefined
  // React renders an empty text as no text at all.
  for (const text of [userName, initials, colour, email, unread])
    if (text === '' || text.length > MAX_LENGTH) return undefined
  const values = { userName, initials, colour, email, unread, picture, nonce }
  return { shape: { role: lastRole, hasPicture: picture !== '' }, values }
}

/** Random bytes for nonces, fetched for many at once: a call for each costs more than the rest of a nonce. */
const pool = { bytes: Buffer.alloc(0), used: 0 }

export function newNonce(): string {
  if (pool.used === pool.bytes.length) Object.assign(pool, { bytes: randomBytes(NONCE_BYTES * POOLED_NONCES), used: 0 })
  pool.used += NONCE_BYTES
  return pool.bytes.toString('base64url', pool.used - NONCE_BYTES, pool.used)
}

export function placeholderOf({ role, hasPicture }: Shape): Placeholder {
  const texts = [textMarker(), textMarker(), textMarker(), textMarker(), textMarker()] as const
  const [name, letters, colour, address, count] = texts
  const picture = randomBytes(16).toString('hex')
  const nonce = newNonce()
  return {
    // In the order of `shownVisitor`: the page's data has the same order.
    visitor: {
      userName: name.marker,
      initials: letters.marker,
      colour: colour.marker,
      email: address.marker,
      profilePicture: hasPicture ? `/media/${picture}/512.webp` : null,
      lastRole: role,
      unread: count.marker,
    },
    values: {
      userName: name.marker,
      initials: letters.marker,
      colour: colour.marker,
      email: address.marker,
      unread: count.marker,
      picture,
      nonce,
    },
    traces: [...texts.flatMap(({ traces }) => traces), picture, nonce],
  }
}

/**
 * A text that each encoding changes in its own way, so that the form in which it is found tells how its place is
 * encoded. It begins and ends with characters of Unicode's private use: a page that shows only its beginning or its end
 * is recognised by them.
 */
function textMarker(): { marker: string; traces: string[] } {
  const first = privateCharacter()
  const last = privateCharacter()
  const [left, right] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')]
  return { marker: `${first}${left}<&>"'\\\u2028é %@ ${right}${last}`, traces: [first, left, right, last] }
}

function privateCharacter(): string {
  return String.fromCharCode(randomInt(0xe000, 0xf900))
}
