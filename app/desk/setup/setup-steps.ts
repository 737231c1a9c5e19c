/** The steps of a new institute at the desk: where each is done, and which comes after what was just done. */
import type { PageRequest } from '../../request-context.ts'

type Setup = Awaited<ReturnType<PageRequest['api']['institute']['setup']>>
export type SetupStep = NonNullable<Setup['next']>

/** Below the desk. */
export const SETUP_PATHS = {
  institute: 'settings',
  vat: 'settings#vat',
  bank: 'settings#bank',
  specialization: 'specializations/new',
  trainer: 'trainers/new',
  course: 'courses/new',
  run: 'runs/new',
  terms: 'pages/terms-conditions',
  privacy: 'pages/privacy-policy',
  home: 'pages/home',
} as const satisfies Record<SetupStep, string>

/**
 * The first step that is still open: undefined once all are done, and for people who do not set up the institute.
 * @param done what the page's address says was just done; nothing is asked without it
 */
export async function nextSetupStep({ api }: PageRequest, done: string | undefined): Promise<SetupStep | undefined> {
  if (!done) return undefined
  const { rights } = await api.desk.me({})
  if (!rights.includes('institute.change')) return undefined
  return (await api.institute.setup({})).next ?? undefined
}
