/** In what the known providers differ from the standard, each with its source. */
import type { Lang } from '../../locales/lang.ts'

export type Claims = Record<string, unknown>

export type Behaviour = {
  scope: string
  /** Beside those of the standard. */
  parameters: (lang: Lang) => Record<string, string>
  /** Whether its word on an address may be believed. */
  vouchesForEmail: (claims: Claims) => boolean
  namesOf: (claims: Claims, answer: URLSearchParams) => Names
}
export type Names = { firstName: string; lastName: string }

const GENERIC: Behaviour = {
  scope: 'openid email profile',
  parameters: (lang) => ({ ui_locales: lang }),
  vouchesForEmail: (claims) => claims.email_verified === true,
  namesOf: (claims) => namesOf(claims),
}

const BEHAVIOURS: Record<string, Behaviour> = {
  // https://developers.google.com/identity/openid-connect/openid-connect#authenticationuriparameters
  google: { ...GENERIC, parameters: (lang) => ({ hl: lang, prompt: 'select_account' }) },
  // Tenants write any address into the claim: an account must never hang on it.
  // https://learn.microsoft.com/entra/identity-platform/claims-validation
  microsoft: {
    ...GENERIC,
    parameters: (lang) => ({ ui_locales: lang, prompt: 'select_account' }),
    vouchesForEmail: () => false,
  },
  // Names come once, beside the code, and its truths may be texts.
  // https://developer.apple.com/documentation/signinwithapple/configuring-your-webpage-for-sign-in-with-apple
  apple: {
    scope: 'openid name email',
    parameters: (lang) => ({ response_mode: 'form_post', locale: lang === 'ar' ? 'ar_SA' : 'en_GB' }),
    vouchesForEmail: ({ email_verified: said }) => said === true || said === 'true',
    namesOf: (_, answer) => namesInForm(answer.get('user')),
  },
}

export const behaviourOf = (id: string): Behaviour => BEHAVIOURS[id] ?? GENERIC

/** A name in one piece is parted at its first space: «محمد بن سلمان» has the family behind it. */
function namesOf({ given_name: given, family_name: family, name }: Claims): Names {
  if (text(given) || text(family)) return { firstName: text(given), lastName: text(family) }
  const [firstName = '', ...rest] = text(name).split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}

/** The browser brings it: it fills in fields that the person looks over, and proves nothing. */
function namesInForm(user: string | null): Names {
  try {
    const { name } = JSON.parse(user ?? '') as { name?: Claims }
    return { firstName: text(name?.firstName), lastName: text(name?.lastName) }
  } catch {
    return { firstName: '', lastName: '' }
  }
}

const text = (claim: unknown) => (typeof claim === 'string' ? claim.trim() : '')
