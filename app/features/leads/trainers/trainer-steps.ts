/** The steps of a trainer's application and their fields. */

export const STEPS = ['person', 'experience', 'works', 'documents', 'review'] as const
export type Step = (typeof STEPS)[number]

export const STEP_FIELDS: Record<Step, readonly string[]> = {
  person: ['name', 'email', 'phone', 'birthdate', 'gender', 'identityNumber', 'country', 'address'],
  experience: [
    'qualification',
    'graduationYear',
    'specialty',
    'academicRank',
    'jobTitle',
    'currentJob',
    'organization',
    'yearsOfExperience',
    'experienceDescription',
  ],
  works: ['researches', 'courses'],
  documents: ['cv'],
  review: ['consent'],
}

/** The fields of a row of each list. */
export const ROW_FIELDS = { researches: ['title', 'publishDate'], courses: ['title', 'organization'] } as const
export type ListName = keyof typeof ROW_FIELDS
export const LISTS = ['researches', 'courses'] as const

/** The fields outside of lists. */
export const TEXT_FIELDS = [...STEP_FIELDS.person, ...STEP_FIELDS.experience]

/** The index of a field's step, from 0; `researches.2.title` is in the step of its list. */
export function stepOf(field: string): number {
  const name = field.split('.')[0]!
  return STEPS.findIndex((step) => STEP_FIELDS[step].includes(name))
}

type Errors = Record<string, string[]>

export function errorsIn(step: number, errors: Errors): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => stepOf(field) === step))
}

/** The first step with an error; undefined when no error belongs to a field. */
export function firstInvalidStep(errors: Errors): number | undefined {
  const steps = Object.keys(errors)
    .map(stepOf)
    .filter((step) => step >= 0)
  return steps.length > 0 ? Math.min(...steps) : undefined
}
