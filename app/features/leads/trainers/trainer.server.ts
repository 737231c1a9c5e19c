/** Applications of trainers. */
import type { z } from 'zod'
import type { Input } from '../../../api/endpoint.ts'
import { fieldErrors, keyOfIssue } from '../../../api/fields.ts'
import type { Operations } from '../../../api/local-api.server.ts'
import { fieldsInLang } from '../../../api/messages.server.ts'
import { type FieldErrors, Problem } from '../../../api/problem.ts'
import type { Context } from '../../../platform/context.server.ts'
import { dayOf } from '../../../platform/days.ts'
import { WEEK_MS, WEEK_SECONDS } from '../../../platform/durations.ts'
import type { leadsEndpoints } from '../contract.ts'
import { LEAD_TEXTS } from '../facts.ts'
import { checkFormToken } from '../form-token.server.ts'
import { setCv } from '../queries.server.ts'
import { receive } from '../receive.server.ts'
import { countriesIn } from './countries.server.ts'
import { cvAddress, discardCv, keepCv, pendingCv, storeCv } from './cv.server.ts'
import { PublishDate, TrainerFields } from './trainer-contract.ts'
import { senseOf, type TrainerFacts } from './trainer-rules.ts'

type Calls = typeof leadsEndpoints
type Trainer = Input<Calls['trainer']>

export const trainerOperations: Pick<
  Operations<Calls>,
  'trainer' | 'checkTrainer' | 'sendCv' | 'waitingCv' | 'countries'
> = {
  trainer,
  checkTrainer: async (ctx, { form }) => ({ fields: fieldsInLang(await errorsOf(ctx, form), ctx.lang) }),
  sendCv,
  waitingCv: async (ctx, { id }) => {
    const cv = await pendingCv(ctx.db, id)
    if (!cv) throw new Problem('notFound')
    return cv
  },
  countries: async ({ lang }) => countriesIn(lang),
}

async function trainer(ctx: Context, { stamp, website, consent, cv, cvId, ...application }: Trainer) {
  const { name, email, phone, ...fields } = application
  const errors = { ...senseOf(factsOf(application), rulesOf(ctx)), ...(cv || cvId ? {} : { cv: ['cvNeeded'] }) }
  if (Object.keys(errors).length > 0) throw new Problem('validation', {}, errors)
  const form = { stamp, website, consent }
  if (!cv) return save(cvId!)
  const { id } = await storeCv(ctx, cv)
  let isTaken = false
  try {
    return await save(id, () => {
      isTaken = true
    })
  } finally {
    // Refused, or a repeated submission.
    if (!isTaken) await discardCv(ctx.db, id)
  }

  function save(id: string, taken: () => void = () => {}) {
    return receive(ctx, 'trainer', form, { name, email, phone }, fields, async (tx, leadId) => {
      const cv = await keepCv(tx, id)
      await setCv(tx, leadId, id)
      taken()
      return {
        facts: [{ name: 'cv', label: LEAD_TEXTS.ar.fields.cv, value: cv.name }],
        cvAddress: cvAddress(ctx, cv, WEEK_SECONDS),
      }
    })
  }
}

async function sendCv(ctx: Context, { stamp, file }: Input<Calls['sendCv']>) {
  // The form may be open for days, and the CV may be uploaded first.
  checkFormToken(ctx, 'trainer', stamp, { soonest: 0, latest: WEEK_MS })
  return storeCv(ctx, file)
}

/** All errors of a form as typed: of single fields and across fields. */
async function errorsOf(ctx: Context, form: Record<string, unknown>): Promise<FieldErrors> {
  const read = TrainerFields.safeParse({ ...form, cv: undefined }, { error: keyOfIssue })
  const errors = read.success ? {} : fieldErrors(read.error)
  const facts = { ...readable(form), publishDates: publishDatesOf(form.researches) }
  const sense = senseOf(facts, rulesOf(ctx))
  for (const [name, wrong] of Object.entries(sense)) errors[name] ??= wrong
  const { cvId } = form
  const isSent = typeof cvId === 'string' && cvId !== ''
  delete errors.cvId
  if (!isSent) errors.cv = ['cvNeeded']
  else if (!(await pendingCv(ctx.db, cvId))) errors.cv = ['fileGone']
  if (form.consent !== 'on') errors.consent = ['consent']
  return errors
}

/** The fields that are valid on their own. */
function readable(form: Record<string, unknown>): Partial<Trainer> {
  const shape: Record<string, z.ZodType> = TrainerFields.shape
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => {
      const read = schema.safeParse(form[name])
      return read.success ? [[name, read.data]] : []
    }),
  ) as Partial<Trainer>
}

/** The rows with their positions in the form, so that each error is reported at its row. */
function publishDatesOf(rows: unknown): (string | undefined)[] {
  if (!Array.isArray(rows)) return []
  return rows.map((row) => PublishDate.safeParse(row?.publishDate).data)
}

function factsOf({ researches = [], ...facts }: Partial<Trainer>): TrainerFacts {
  return { ...facts, publishDates: researches.map(({ publishDate }) => publishDate) }
}

const rulesOf = (ctx: Context) => ({ today: dayOf(ctx.now()), nationalsOnly: ctx.settings.nationalsOnly })
