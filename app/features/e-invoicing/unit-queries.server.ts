/** The units in the database. What is secret in them is encrypted. */
import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { EInvoicingEnvironment } from './authority.ts'

export type UnitState = 'connecting' | 'active' | 'retired' | 'failed'

export type UnitRow = {
  id: number
  environment: EInvoicingEnvironment
  state: UnitState
  vatNumber: string
  facts: { name: string; branch: string; industry: string }
  csr: string
  /** To whom its secrets are bound. */
  owner: string
  requestId: string | null
  /** For real documents. */
  hasCredentials: boolean
  certificate: string | null
  expiresAt: Date | null
  nextCounter: number
  lastHash: string
  blockedAt: Date | null
  problem: string | null
  createdAt: Date
  activatedAt: Date | null
}

const columns = sql`id, environment, state, vat_number as "vatNumber", facts, csr, owner, request_id as "requestId", sealed_credentials is not null as "hasCredentials",
  certificate, expires_at as "expiresAt", next_counter as "nextCounter", last_hash as "lastHash",
  blocked_at as "blockedAt", problem, created_at as "createdAt", activated_at as "activatedAt"`

/** The unit of new documents, locked: its chain has one writer at a time. */
export async function lockActiveUnit(tx: Tx): Promise<UnitRow | undefined> {
  const { rows } = await sql<UnitRow>`
    select ${columns} from e_invoicing_units where state = 'active' for no key update`.execute(tx)
  return rows[0]
}

/** The unit of new documents, and the latest that is being connected or could not be. */
export async function findUnits(db: Database): Promise<{ active: UnitRow | undefined; latest: UnitRow | undefined }> {
  const { rows } = await sql<UnitRow>`
    (select ${columns} from e_invoicing_units where state = 'active')
    union all
    (select ${columns} from e_invoicing_units where state in ('connecting', 'failed') order by id desc limit 1)`.execute(
    db,
  )
  const active = rows.find(({ state }) => state === 'active')
  const latest = rows.find(({ state }) => state !== 'active')
  return { active, latest: latest && active && latest.id < active.id ? undefined : latest }
}

export async function findUnit(db: Database, id: number): Promise<UnitRow | undefined> {
  const { rows } = await sql<UnitRow>`select ${columns} from e_invoicing_units where id = ${id}`.execute(db)
  return rows[0]
}

export type SealedSecrets = { owner: string; key: Buffer; compliance: Buffer | null; credentials: Buffer | null }

export async function findSecrets(db: Database, id: number): Promise<SealedSecrets> {
  const { rows } = await sql<SealedSecrets>`
    select owner, sealed_key as key, sealed_compliance as compliance, sealed_credentials as credentials
    from e_invoicing_units where id = ${id}`.execute(db)
  return rows[0]!
}

export type NewUnit = {
  environment: EInvoicingEnvironment
  vatNumber: string
  facts: UnitRow['facts']
  csr: string
  owner: string
  sealedKey: Buffer
  sealedCompliance: Buffer | null
  /** Of a renewal that needs no checks. */
  sealedCredentials: Buffer | null
  requestId: string
  lastHash: string
  createdBy: number
  now: Date
}

/** @returns undefined while another is being connected */
export async function insertUnit(db: Database, unit: NewUnit): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into e_invoicing_units (environment, state, vat_number, facts, csr, owner, sealed_key, sealed_compliance,
      sealed_credentials, request_id, last_hash, created_by, created_at)
    values (${unit.environment}, 'connecting', ${unit.vatNumber}, ${JSON.stringify(unit.facts)}, ${unit.csr}, ${unit.owner},
      ${unit.sealedKey}, ${unit.sealedCompliance}, ${unit.sealedCredentials}, ${unit.requestId}, ${unit.lastHash}, ${unit.createdBy}, ${unit.now})
    on conflict ((true)) where state = 'connecting' do nothing returning id`.execute(db)
  return rows[0]?.id
}

export async function isConnecting(db: Database): Promise<boolean> {
  const { rows } = await sql`select from e_invoicing_units where state = 'connecting'`.execute(db)
  return rows.length > 0
}

export async function failUnit(db: Database, id: number, problem: string): Promise<void> {
  await sql`update e_invoicing_units set state = 'failed', problem = ${problem}
    where id = ${id} and state = 'connecting'`.execute(db)
}

type Activation = { sealedCredentials: Buffer; certificate: string; expiresAt: Date; now: Date }

/**
 * New documents belong to this unit from now on.
 * @returns the id of the unit that it replaces; false when it was not being connected any more
 */
export async function activateUnit(
  tx: Tx,
  id: number,
  { sealedCredentials, certificate, expiresAt, now }: Activation,
): Promise<{ replaced: UnitRow | undefined } | false> {
  const replaced = await lockActiveUnit(tx)
  if (replaced) await sql`update e_invoicing_units set state = 'retired' where id = ${replaced.id}`.execute(tx)
  const { numAffectedRows } = await sql`
    update e_invoicing_units set state = 'active', sealed_credentials = ${sealedCredentials}, certificate = ${certificate},
      expires_at = ${expiresAt}, activated_at = ${now}, problem = null
    where id = ${id} and state = 'connecting'`.execute(tx)
  return numAffectedRows === 1n && { replaced }
}

/** The place of a new document in the chain, which the caller's lock has kept. */
export async function advanceChain(tx: Tx, id: number, hash: string): Promise<void> {
  await sql`update e_invoicing_units set next_counter = next_counter + 1, last_hash = ${hash} where id = ${id}`.execute(
    tx,
  )
}

export async function blockUnit(db: Database, id: number, now: Date): Promise<void> {
  await sql`update e_invoicing_units set blocked_at = ${now} where id = ${id} and blocked_at is null`.execute(db)
}

export async function unblockUnits(db: Database): Promise<void> {
  await sql`update e_invoicing_units set blocked_at = null where blocked_at is not null`.execute(db)
}

/** Units whose secrets may have to be encrypted anew. */
export async function findAllSecrets(db: Database): Promise<(SealedSecrets & { id: number })[]> {
  const { rows } = await sql<SealedSecrets & { id: number }>`
    select id, owner, sealed_key as key, sealed_compliance as compliance, sealed_credentials as credentials
    from e_invoicing_units`.execute(db)
  return rows
}

export async function saveSecrets(
  db: Database,
  id: number,
  { key, compliance, credentials }: SealedSecrets,
): Promise<void> {
  await sql`update e_invoicing_units set sealed_key = ${key}, sealed_compliance = ${compliance},
    sealed_credentials = ${credentials} where id = ${id}`.execute(db)
}
