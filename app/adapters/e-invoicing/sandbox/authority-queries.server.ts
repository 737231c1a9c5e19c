/** What the simulated authority keeps, so that it outlives a restart and is the same in every process. */
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.server.ts'
import type { Behaviour } from './behaviours.ts'
import type { DocumentKind } from './document-kinds.ts'

/** The private key is the simulated authority's own: nothing real depends on it. */
export type AuthorityKey = { privateKey: string; certificate: string }

export type Credentials = {
  stage: 'compliance' | 'production'
  requestId: string
  secretHash: string
  /** DER in base64, which is the decoded token. */
  certificate: string
  /** The certificate request, DER in base64: the production certificate is made from it as well. */
  request: string
  /** The holder's VAT number, and which documents it makes: `1100`. */
  vatNumber: string
  flags: string
  /** The example documents that were accepted. */
  passed: DocumentKind[]
}

export type ReceivedDocument = {
  vatNumber: string
  way: 'report' | 'clear'
  number: string
  uuid: string
  hash: string
  icv: string
  previousHash: string
  /** Base64; null of a reported document. */
  cleared: string | null
  hasWarnings: boolean
}

type Kind = 'authority' | 'request' | 'credentials' | 'document'

/** @returns false when it is there already */
async function insert(db: Database, kind: Kind, id: string, data: object, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into sandbox_e_invoicing (kind, id, data, created_at) values (${kind}, ${id}, ${JSON.stringify(data)}, ${now})
    on conflict do nothing returning id`.execute(db)
  return rows.length > 0
}

async function find<T>(db: Database, kind: Kind, id: string): Promise<T | undefined> {
  const { rows } = await sql<{ data: T }>`
    select data from sandbox_e_invoicing where kind = ${kind} and id = ${id}`.execute(db)
  return rows[0]?.data
}

/** The same in all processes, made when it is first needed. */
export async function authorityKey(db: Database, make: () => AuthorityKey, now: Date): Promise<AuthorityKey> {
  const known = await find<AuthorityKey>(db, 'authority', 'key')
  if (known) return known
  await insert(db, 'authority', 'key', make(), now)
  return (await find<AuthorityKey>(db, 'authority', 'key'))!
}

export async function behaviour(db: Database): Promise<Behaviour> {
  return (await find<{ name: Behaviour }>(db, 'authority', 'behaviour'))?.name ?? 'documented'
}

/** From now on, in all processes. */
export async function setBehaviour(db: Database, name: Behaviour): Promise<void> {
  const data = JSON.stringify({ name })
  await sql`
    insert into sandbox_e_invoicing (kind, id, data, created_at) values ('authority', 'behaviour', ${data}, now())
    on conflict (kind, id) do update set data = excluded.data`.execute(db)
}

/** @returns false when the request was used before */
export const takeRequest = (db: Database, hash: string, now: Date): Promise<boolean> =>
  insert(db, 'request', hash, {}, now)

export async function insertCredentials(db: Database, tokenHash: string, of: Credentials, now: Date): Promise<void> {
  await insert(db, 'credentials', tokenHash, of, now)
}

export const findCredentials = (db: Database, tokenHash: string): Promise<Credentials | undefined> =>
  find<Credentials>(db, 'credentials', tokenHash)

export async function notePassed(db: Database, tokenHash: string, kind: DocumentKind): Promise<void> {
  await sql`
    update sandbox_e_invoicing set data = jsonb_set(data, '{passed}', (data -> 'passed') || to_jsonb(${kind}::text))
    where kind = 'credentials' and id = ${tokenHash} and not (data -> 'passed') ? ${kind}`.execute(db)
}

const idOf = (vatNumber: string, hash: string) => `${vatNumber}/${hash}`

/** @returns false when it was received before */
export const insertDocument = (db: Database, document: ReceivedDocument, now: Date): Promise<boolean> =>
  insert(db, 'document', idOf(document.vatNumber, document.hash), document, now)

export const findDocument = (db: Database, vatNumber: string, hash: string): Promise<ReceivedDocument | undefined> =>
  find<ReceivedDocument>(db, 'document', idOf(vatNumber, hash))

/** What was accepted, the first first. */
export async function receivedDocuments(db: Database, limit = 100): Promise<ReceivedDocument[]> {
  const { rows } = await sql<{ data: ReceivedDocument }>`
    select data from (
      select data, created_at, id from sandbox_e_invoicing where kind = 'document'
      order by created_at desc, id desc limit ${limit}) newest
    order by created_at, id`.execute(db)
  return rows.map(({ data }) => data)
}
