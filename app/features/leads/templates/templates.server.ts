/** Templates of answers, as staff write and use them. */
import { applyEdits } from '../../../api/edits.ts'
import type { Input } from '../../../api/endpoint.ts'
import type { Operations } from '../../../api/local-api.server.ts'
import { Problem } from '../../../api/problem.ts'
import { formatDay } from '../../../locales/format.ts'
import { type Context, requireUser } from '../../../platform/context.server.ts'
import { writeAudit } from '../../audit/queries.server.ts'
import { emailFooter } from '../../messages/institute-contacts.server.ts'
import { LEAD_TEXTS } from '../facts.ts'
import { accessOf } from '../lead-filter.server.ts'
import { findLead, personName } from '../queries.server.ts'
import { answerFrom } from './template-fields.ts'
import type { templateEndpoints } from './templates-contract.ts'
import {
  deleteTemplate,
  findTemplates,
  findTemplatesFor,
  insertTemplate,
  lockTemplate,
  type TemplateRow,
  updateTemplate,
} from './templates-queries.server.ts'

type Calls = typeof templateEndpoints

export const templateOperations: Operations<Calls> = {
  answerTemplates: async ({ db }) => (await findTemplates(db)).map(shown),
  createAnswerTemplate,
  changeAnswerTemplate,
  removeAnswerTemplate,
  leadTemplates,
}

async function createAnswerTemplate(ctx: Context, fields: Input<Calls['createAnswerTemplate']>) {
  return ctx.db.transaction().execute(async (tx) => {
    const created = await insertTemplate(tx, fields, ctx.now())
    await writeAudit(tx, ctx, { action: 'lead.add-template', reference: referenceOf(created.id), after: fields })
    return shown(created)
  })
}

async function changeAnswerTemplate(ctx: Context, { id, changes }: Input<Calls['changeAnswerTemplate']>) {
  return ctx.db.transaction().execute(async (tx) => {
    const row = await lockTemplate(tx, id)
    if (!row) throw new Problem('notFound')
    const { kind, name, body } = row
    const before = { kind, name, body }
    const edits = applyEdits({ ...before, version: row.version }, changes)
    if (Object.keys(edits).length === 0) return shown(row)
    const changed = await updateTemplate(tx, id, { ...before, ...edits }, ctx.now())
    const was = Object.fromEntries(Object.entries(before).filter(([field]) => field in edits))
    const reference = referenceOf(id)
    await writeAudit(tx, ctx, { action: 'lead.change-template', reference, before: was, after: edits })
    return shown(changed)
  })
}

async function removeAnswerTemplate(ctx: Context, { id }: Input<Calls['removeAnswerTemplate']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await lockTemplate(tx, id)
    if (!row) throw new Problem('notFound')
    await deleteTemplate(tx, id)
    const { kind, name, body } = row
    await writeAudit(tx, ctx, {
      action: 'lead.remove-template',
      reference: referenceOf(id),
      before: { kind, name, body },
    })
  })
  return {}
}

async function leadTemplates(ctx: Context, { reference }: Input<Calls['leadTemplates']>) {
  const lead = await findLead(ctx.db, reference, accessOf(ctx))
  if (!lead) throw new Problem('leadNotFound')
  const { lang } = lead
  const [templates, [institute], staff] = await Promise.all([
    findTemplatesFor(ctx.db, lead.kind),
    emailFooter(ctx.db, lang),
    personName(ctx.db, requireUser(ctx).id),
  ])
  const values = {
    name: lead.name ?? '',
    reference,
    kind: LEAD_TEXTS[lang].kinds[lead.kind],
    received: formatDay(lead.created_at.toISOString(), lang),
    institute,
    staff,
  }
  return templates.map(({ id, name, body }) => ({ id, name: name[ctx.lang], body: answerFrom(body[lang], values) }))
}

/** The audit log knows a template by this. */
const referenceOf = (id: number) => `template-${id}`

const shown = ({ updated_at, ...row }: TemplateRow) => ({ ...row, updatedAt: updated_at.toISOString() })
