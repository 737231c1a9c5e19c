import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.server.ts'
import type { LeadKind } from '../enquiry-contract.ts'

type Both = { ar: string; en: string }
export type TemplateRow = {
  id: number
  version: number
  kind: LeadKind | null
  name: Both
  body: Both
  updated_at: Date
}

const TEMPLATE = sql`select id, version, kind, name, body, updated_at from answer_templates`

export async function findTemplates(db: Database): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`${TEMPLATE} order by ar_norm(name ->> 'ar'), id`.execute(db)
  return rows
}

export async function findTemplatesFor(db: Database, kind: LeadKind): Promise<TemplateRow[]> {
  const { rows } =
    await sql<TemplateRow>`${TEMPLATE} where kind is null or kind = ${kind} order by kind nulls last, id`.execute(db)
  return rows
}

export async function lockTemplate(db: Database, id: number): Promise<TemplateRow | undefined> {
  const { rows } = await sql<TemplateRow>`${TEMPLATE} where id = ${id} for update`.execute(db)
  return rows[0]
}

export type TemplateFields = Pick<TemplateRow, 'kind' | 'name' | 'body'>

export async function insertTemplate(
  db: Database,
  { kind, name, body }: TemplateFields,
  now: Date,
): Promise<TemplateRow> {
  const { rows } = await sql<TemplateRow>`
    insert into answer_templates (kind, name, body, updated_at)
    values (${kind}, ${JSON.stringify(name)}::jsonb, ${JSON.stringify(body)}::jsonb, ${now})
    returning id, version, kind, name, body, updated_at`.execute(db)
  return rows[0]!
}

export async function updateTemplate(
  db: Database,
  id: number,
  { kind, name, body }: TemplateFields,
  now: Date,
): Promise<TemplateRow> {
  const { rows } = await sql<TemplateRow>`
    update answer_templates set kind = ${kind}, name = ${JSON.stringify(name)}::jsonb,
      body = ${JSON.stringify(body)}::jsonb, version = version + 1, updated_at = ${now}
    where id = ${id} returning id, version, kind, name, body, updated_at`.execute(db)
  return rows[0]!
}

export async function deleteTemplate(db: Database, id: number): Promise<void> {
  await db.deleteFrom('answer_templates').where('id', '=', id).execute()
}
